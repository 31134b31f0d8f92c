"""What a record that leaves things out may mean."""
