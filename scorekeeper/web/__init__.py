"""What a person looks at: one module per thing, and the guard at the door."""
