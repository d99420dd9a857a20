"""The scales by which amounts of money are divided, so that inputs are between 0 and about 1."""

DEFAULT_ROUNDS = 65.0  # for a game without a limit: the limit of Berry 2013
AVERAGE_ROLL = 7  # the mean of two dice
LITTLE_MONEY, START_MONEY, MUCH_MONEY = 300.0, 1500.0, 6000.0
MUCH_RAISED = 3000.0  # by selling and mortgaging everything
LARGE_WORTH = 8000.0
LARGE_INCOME, LARGE_VISIT = 4000.0, 2000.0  # the rent of one visit to each deed, and to the dearest
LARGE_DANGER = 300.0  # the mean rent of the next roll
CAP, HIGH_CAP = 1.0, 1.5  # the highest scaled amounts: the scale itself, or half as much again
