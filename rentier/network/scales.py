"""What amounts of money are seen over, so that inputs lie between 0 and about 1."""

USUAL_ROUNDS = 65.0  # of a game without a limit: those of Berry 2013
AVERAGE_ROLL = 7  # the commonest of two dice
LITTLE_MONEY, USUAL_MONEY, MUCH_MONEY = 300.0, 1500.0, 6000.0  # the middle one is what one begins with
MUCH_RAISED = 3000.0  # by selling and mortgaging all
LARGE_WORTH = 8000.0
LARGE_INCOME, LARGE_VISIT = 4000.0, 2000.0  # rent of one visit to each deed, and to the dearest
LARGE_DANGER = 300.0  # the mean rent of the next roll
FULL, BEYOND = 1.0, 1.5  # where scaled amounts are cut off: at the scale, or half as much again
