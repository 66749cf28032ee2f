"""What a person looks at: one module per thing, and the guard at the door. Pages of a match
need only a log; those of the league stand in a folder of their own.
"""
