"""A rule saying no."""


class Refusal(Exception):
    """Nothing changed. `code` and `params` become one French sentence at the edge.

    `overrulable` says that the same move with `malgre_tout` would be played.
    """

    def __init__(self, code: str, *, overrulable: bool = False, **params: object) -> None:
        super().__init__(code)
        self.code, self.overrulable, self.params = code, overrulable, params
