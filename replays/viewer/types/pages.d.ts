// What the scripts of pages give each other: each adds its part to `Ludograph`, and later ones use it.

type Seat = "A" | "B" | "spectator" | "all";
/** What an attribute can be; nothing and `false` leave it out, `true` sets it without a value. */
type Value = string | number | boolean | null | undefined;
/** What an element can hold; nothing, `false` and an empty text leave it out. */
type Child = Node | string | number | false | null | undefined | readonly Child[];
type Listeners<T> = {
  [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E] & { currentTarget: T }) => unknown;
};

interface Attributes {
  text?: Value;
  hidden?: boolean;
  role?: string;
  title?: Value;
  class?: Value;
  tabindex?: Value;
  open?: boolean;
  // forms
  name?: string;
  type?: string;
  value?: Value;
  min?: Value;
  max?: Value;
  rows?: number;
  placeholder?: string;
  required?: boolean;
  selected?: boolean;
  method?: string;
  autocomplete?: string;
  autocapitalize?: string;
  spellcheck?: string;
  inputmode?: string;
  // links, images, tables
  href?: string;
  download?: string;
  src?: string;
  alt?: string;
  scope?: string;
  // SVG
  viewBox?: string;
  d?: string;
  points?: string;
  x?: number;
  y?: number;
  x1?: number;
  x2?: number;
  y1?: number;
  y2?: number;
  width?: number;
  height?: number;
  [aria: `aria-${string}`]: Value;
  [data: `data-${string}`]: Value;
}

/** What the service found wrong; `status` 0 if there is no answer. */
type Detail = Partial<Omit<Payload.Problem, "events">> & { events?: Payload.Happened[] };
type Fault = Error & Detail;

interface Asking {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds after which no answer is one. */
  patience?: number;
}

/** Whatever has columns and rows. */
type Rows = Pick<Payload.Rows, "columns" | "rows">;

// -- a match -----------------------------------------------------------------------------------

/** A path and the value there now; a path alone is gone. */
type Patch = [path: (string | number)[], value?: unknown][];
type PackedCard = Omit<Payload.Card, "text"> & { text?: number };
type PackedZone = Omit<Payload.Zone, "cards"> & { cards?: number[] };
type PackedBoard = Omit<Payload.Board, "rows"> & { rows: PackedZone[][] };
type PackedMark = [what: Payload.Mark["what"], key: string, label?: string, change?: number];
/** A board that is whole, or what differs from that of another step. */
type PackedFrame = ({ board: PackedBoard } | { board?: undefined; from: number; patch: Patch }) & { marks?: PackedMark[] };
type PackedLine = Omit<Payload.Line, "steps"> & { steps: number[] };
type Packed = Omit<Payload.Shared, "frames" | "cards" | "lines"> & { frames: Record<number, PackedFrame>; cards: PackedCard[]; lines: Record<string, PackedLine> };

type Follows = "live" | "waiting";
interface Follower {
  /** Something was recorded: a `step` or the `match`, and the number of the event. */
  changed(kind: "step" | "match", number: number): void;
  state(state: Follows): void;
}

/** Where the viewer has a match from. */
interface Source {
  head(): Promise<Payload.Head>;
  line(to: number | null, since?: number): Promise<Payload.Line>;
  frame(number: number): Promise<Payload.Frame>;
  record?(): string;
  follow?(follower: Follower): void;
  links?(head: Payload.Head): Child;
  look?(seat: string): void;
  seats?: Seat[];
}

interface RemoteSource extends Source {
  readonly seat: string;
  writes?: boolean;
  get<T>(path: string, query?: Record<string, string>): Promise<T>;
  follow(follower: Follower): void;
}

/** What is done with a card that is tapped or pointed at. */
type Show = (card: Payload.Card, at: HTMLElement) => void;

interface MatchViewer {
  open(): Promise<unknown>;
}

// -- recording ---------------------------------------------------------------------------------

/** What a request that writes holds: its fields by name. */
interface Fields {
  line?: string;
  confirmed?: boolean;
  [field: string]: string | number | boolean | undefined;
}

interface Entry {
  key: string;
  /** The route: `steps`, `takeback` … */
  what: string;
  body: Fields;
  shown: string;
  /** When it was entered, in milliseconds. */
  at: number;
  /** Number of the last event when it was first sent. */
  expected?: number;
  /** The body with the time when it was entered. */
  timed?: Fields;
}

interface Sent {
  entry: Entry;
  answer: Payload.Recorded;
}

interface Blocked {
  entry: Entry;
  error: Fault;
}

interface Hearer {
  changed(): void;
  sent(sent: Sent): void;
  waiting(): void;
  /** Others recorded meanwhile. */
  conflict(blocked: Blocked): void;
  refused(blocked: Blocked): void;
}

interface EntryQueue {
  entries: Entry[];
  last: number;
  blocked: Blocked | null;
  online: boolean;
  running: boolean;
  /** When the match was opened, in milliseconds. */
  opened: number;
  add(what: string, body: Fields, shown: string): Entry;
  first(line: string): void;
  run(): Promise<void>;
  go(how: "again" | "drop" | "clear", body?: Fields): void;
}

/** What a tap on an answer does. */
interface Taps {
  tap(word: string): unknown;
  pick(card: string): unknown;
  enter(text: string): unknown;
  back(): unknown;
  /** The answer that stands if cards are not known; empty for none. */
  unknown: string;
}

/** What a step that is tapped in the list does. */
interface StepTaps {
  go(place: number): unknown;
  /** Enter the line of steps that do not stand; null is the line that stands. */
  enter(steps: number[] | null): unknown;
}

// -- what is shared ----------------------------------------------------------------------------

interface Ludograph {
  // dom.js
  h<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes?: Attributes & Listeners<HTMLElementTagNameMap[K]>, ...children: Child[]): HTMLElementTagNameMap[K];
  svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]): SVGElementTagNameMap[K];
  put<T extends Element>(element: T, ...children: Child[]): T;
  part(id: string): HTMLElement;
  clock(ms: number): string;
  count(number: number, what: string, many?: string): string;
  save(name: string, content: Blob): void;
  // service.js
  address(path: string): string;
  api<T>(path: string, asking?: Asking): Promise<T>;
  problem(answer: Response): Promise<Fault>;
  fault(error: unknown): Fault;
  say(element: HTMLElement, error: unknown): void;
  newKey(): string;
  matchOfPage(): string;
  fields(form: HTMLFormElement): Record<string, string>;
  session: Promise<Payload.Session>;
  /** By how many milliseconds the clock of the service is ahead. */
  ahead?: number;
  // source.js
  Embedded: new (data: Packed) => Source;
  Remote: new (match: string, seat?: string) => RemoteSource;
  // board.js
  drawBoard(element: HTMLElement, frame: Payload.Frame, show: Show): void;
  cardsOf(board: Payload.Board): Map<string, Payload.Card>;
  cardWords(card: Payload.Card): Child;
  // curve.js, steps.js
  drawCurve(element: SVGSVGElement, line: Payload.Line, go: (place: number) => unknown): void;
  pointCurve(element: SVGSVGElement, place: number): void;
  drawSteps(element: HTMLElement, line: Payload.Line, taps: StepTaps): void;
  pointSteps(element: HTMLElement, place: number): void;
  // viewer.js
  Viewer: new (root: HTMLElement, source: Source) => MatchViewer;
  // asks.js, queue.js
  drawAsk(element: HTMLElement, ask: Payload.Asked, typed: string, taps: Taps): void;
  joined(typed: string, word: string): string;
  unknown(word: string): boolean;
  TOO_MUCH: RegExp;
  Queue: new (match: string, hearer: Hearer) => EntryQueue;
  AGAIN: number;
  // table.js
  table(rows: Rows, last?: ((row: unknown[]) => Child) | false): HTMLElement;
}

declare var Ludograph: Ludograph;
