"""Programs as processes: their pipes, limits and ends, on POSIX systems."""
