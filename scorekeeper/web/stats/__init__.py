"""Pages of statistics: players, records, money, evenings, and pictures to share."""
