"""Programs as processes on POSIX systems: their pipes, limits and termination."""
