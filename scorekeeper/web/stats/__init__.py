"""Pages of statistics: players, reviews, records, money and evenings."""
