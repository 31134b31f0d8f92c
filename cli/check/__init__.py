"""Commands that check and fix records."""
