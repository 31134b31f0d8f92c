"""Files: opened, unpacked, decoded, taken apart into records, and written safely."""
