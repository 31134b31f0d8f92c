"""Programs run as processes on POSIX systems, with pipes, limits and reliable termination."""
