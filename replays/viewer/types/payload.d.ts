// What pages read, as the structs in Python say it; written by `python -m tests.replays.viewer.payload`.
declare namespace Payload {
  interface Number {
    label: string;
    value: number;
    of?: number;
  }

  interface Card {
    key: string;
    name?: string;
    code?: string;
    seat?: "A" | "B" | "";
    kind?: string;
    numbers?: Number[];
    keywords?: string[];
    text?: string;
    state?: string[];
    colour?: string;
    hidden?: boolean;
    count?: number;
    attached?: Card[];
    types?: string[];
  }

  interface Zone {
    key: string;
    title?: string;
    seat?: "A" | "B" | "";
    kind?: "lane" | "row" | "hand" | "pile" | "rift" | "site" | "stack";
    cards?: Card[];
    count?: number;
    note?: string;
    horizontal?: boolean;
    place?: number;
    weight?: number;
    named?: boolean;
  }

  interface SeatInfo {
    seat: "A" | "B" | "";
    player?: string;
    numbers?: Number[];
    notes?: string[];
    wins?: boolean;
  }

  interface Board {
    game: string;
    seats: SeatInfo[];
    rows: Zone[][];
    turn?: number;
    to_move?: "A" | "B" | "";
    status?: string;
    eyes?: string;
    coded?: boolean;
  }

  interface Mark {
    key: string;
    what: "came" | "left" | "moved" | "numbers" | "state";
    zone?: string;
    change?: number;
    label?: string;
  }

  interface Frame {
    number: number;
    board: Board;
    marks?: Mark[];
  }

  interface Ending {
    winner: string;
    outcome: string;
    why: string;
    totals: number[];
  }

  interface Verdict {
    ok: boolean;
    words: string;
    checked: number;
    findings?: string[];
  }

  interface Head {
    match: string;
    game: string;
    title: string;
    players: string[];
    day: string;
    opened: string;
    seen_by: string;
    by?: string;
    event?: string;
    round?: string;
    table?: string;
    series?: string;
    best_of?: number;
    place?: string;
    note?: string;
    clock?: string;
    eyes?: string;
    bots?: string[];
    rules?: string;
    settings?: Record<string, string>;
    steps?: number;
    turns?: number;
    events?: number;
    last?: number;
    ending?: Ending;
    audit?: Verdict;
    chain?: string;
  }

  interface Beside {
    kind: string;
    event: number;
    words: string;
    steps?: number[];
  }

  interface Step {
    number: number;
    turn: number;
    seat: string;
    changes: string[];
    line?: number;
    kind?: string;
    begins?: boolean;
    beside?: Beside[];
    after?: number;
    think?: number;
    by?: string;
    note?: string;
    redecides?: number;
  }

  interface NotationLine {
    text: string;
    turn: number;
    first: number;
  }

  interface Variation {
    last: number;
    after: number;
    numbers: number[];
    how: string;
    event: number;
    by?: string;
    note?: string;
  }

  interface Curve {
    label: string;
    a: number[];
    b: number[];
  }

  interface Line {
    match: string;
    seen_by: string;
    steps: Step[];
    notation: NotationLine[];
    turns: number[];
    curve: Curve;
    to?: number;
    variations?: Variation[];
  }

  interface Shared {
    format: number;
    head: Head;
    lines: Record<string, Record<string, unknown>>;
    steps: Step[];
    frames: Record<number, Record<string, unknown>>;
    cards: (Record<string, unknown>)[];
    texts: string[];
    record: string;
  }

  interface Audited {
    match: string;
    verdict: Verdict;
    chain?: string;
    notes?: string[];
  }

  interface Game {
    key: string;
    name: string;
    rules: string;
    settings: Record<string, string>;
    rulings: string[];
    examples: string;
  }

  interface Summary {
    match: string;
    game: string;
    title: string;
    players: string[];
    day: string;
    opened?: string;
    event?: string;
    round?: string;
    table?: string;
    turn?: number;
    steps?: number;
    last?: number;
    totals?: string;
    over?: boolean;
    result?: string;
    damaged?: string;
  }

  interface Page {
    matches: Summary[];
    next?: string;
  }

  interface Option {
    word: string;
    meaning?: string;
  }

  interface Group {
    title: string;
    options: Option[];
  }

  interface Asked {
    last: number;
    over?: boolean;
    result?: string;
    seat?: string;
    about?: string;
    question?: string;
    prompt?: string;
    whose?: string;
    begins?: boolean;
    shapes?: string;
    typed?: string;
    groups?: Group[];
    more?: number;
    following?: string[];
    closed?: boolean;
    wrong?: string;
    unreadable?: string;
  }

  interface Clock {
    seat: string;
    used: number;
    left?: number;
  }

  interface Clocks {
    words: string;
    seats?: Clock[];
    running?: string;
    flagged?: string;
  }

  interface Happened {
    number: number;
    kind: string;
    words: string[];
    event: Record<string, unknown>;
  }

  interface Recorded {
    match: string;
    last: number;
    line: number;
    events: Happened[];
    ask: Asked;
    dry?: boolean;
    was?: string;
    misfits?: string[];
    dropped?: number;
  }

  interface Session {
    role: string;
    name?: string;
    match?: string;
    seat?: string;
    tokens?: boolean;
  }

  interface Problem {
    type: string;
    title: string;
    status: number;
    detail?: string;
    source?: string;
    line?: number;
    column?: number;
    legal?: string[];
    step?: number;
    last?: number;
    events?: (Record<string, unknown>)[];
  }

  interface Rows {
    columns: string[];
    types: string[];
    rows: unknown[][];
    more?: boolean;
  }

  interface ReportEntry {
    name: string;
    title: string;
    about: string;
    key?: string[];
    behind?: boolean;
    chart?: boolean;
  }

  interface Filter {
    name: string;
    values?: string[];
  }

  interface Reports {
    game: string;
    matches: number;
    draws: number;
    open: number;
    filters: Filter[];
    reports: ReportEntry[];
  }

  interface Report {
    game: string;
    name: string;
    title: string;
    about: string;
    sql: string;
    columns: string[];
    rows: unknown[][];
    key?: string[];
    n?: string;
    counts?: string;
    least?: number;
    left_out?: number;
    warnings?: string[];
    chart?: boolean;
  }

  interface Behind {
    sql: string;
    columns: string[];
    rows: unknown[][];
  }
}
