"""`goita/yaml`: the YAML of ごいたオンライン."""
