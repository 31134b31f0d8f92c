"""What tests/mutation uses of Cosmic Ray, which has no types of its own."""
