"""The record of play: lines, variations, annotations, endings outside play."""
