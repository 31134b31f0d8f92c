from hypothesis import settings

settings.register_profile("kifu", deadline=None, max_examples=60)
settings.load_profile("kifu")
