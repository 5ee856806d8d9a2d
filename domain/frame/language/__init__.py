"""What the ability languages of the card games have in common."""
