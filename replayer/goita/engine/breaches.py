"""What can be wrong with an action, as the engine answers: the first rule that it breaks."""

(
    LEGAL,
    MUST_ATTACK,
    NOT_IN_HAND,
    RECEIVES_HIDDEN,
    OTHER_PIECE,
    KING_RECEIVES,
    NO_ATTACK,
    ATTACK_NOT_IN_HAND,
    KING_ATTACKS,
) = range(9)
