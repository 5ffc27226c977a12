"""Find faults of a figure: text that is too small, too pale, outside or on other text, titles that touch, markers that
are cut, cells that leave a part of their panel empty, and a wrong width."""

from collections.abc import Iterator

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

from acceptability.figures.style import PAGE, PRINTED, SMALLEST

CONTRAST = 4.5  # the least that the Web Content Accessibility Guidelines ask for, of text
TITLES = 3.0  # points, from one title to the next, at least
BESIDE = 1.0  # points that boxes of letters may share: they are a little larger than the letters


def drawn_texts(figure) -> list[mpl.text.Text]:
    """The texts that are really drawn, once the figure is laid out."""
    texts = []
    draw = mpl.text.Text.draw
    figure.get_layout_engine().execute(figure)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mpl.text.Text, "draw", lambda text, *args: (texts.append(text), draw(text, *args)))
        figure.draw_without_rendering()
    return [text for text in texts if text.get_visible() and text.get_text().strip()]


def corners(text: mpl.text.Text) -> np.ndarray:
    """The corners of a text's box, in points from the lower left of the figure."""
    angle, scale = text.get_rotation(), 72 / text.figure.dpi
    if angle % 90 == 0:
        return mpl.text.Text.get_window_extent(text).corners()[[0, 1, 3, 2]] * scale
    assert text.get_rotation_mode() == "anchor"  # its upright box, turned about the point that it is tied to
    text.set_rotation(0)
    box = mpl.text.Text.get_window_extent(text).corners()[[0, 1, 3, 2]]
    text.set_rotation(angle)
    tied = text.get_transform().transform(text.get_unitless_position())
    return mpl.transforms.Affine2D().rotate_deg_around(*tied, angle).transform(box) * scale


def overlap(one: np.ndarray, other: np.ndarray) -> bool:
    """Do two convex boxes share more than BESIDE in every direction of their sides?"""
    for box in (one, other):
        for side in (box[1] - box[0], box[2] - box[1]):
            along = side / np.hypot(*side)
            first, second = one @ along, other @ along
            if min(first.max(), second.max()) - max(first.min(), second.min()) <= BESIDE:
                return False
    return True


def luminance(colour) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines (WCAG 2.2) define it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in mpl.colors.to_rgb(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other) -> float:
    """The contrast of two colours by WCAG: from 1, of the same colour, to 21, of black on white."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def colour_below(text: mpl.text.Text):
    """The colour of the cell of a heatmap that a text is on; the figure's, where it is on none."""
    x, y = text.get_position()
    axes = text.axes
    meshes = [it for it in axes.collections if isinstance(it, mpl.collections.QuadMesh)] if axes else []
    if meshes and text.get_transform() == axes.transData:
        values = meshes[0].get_array()
        value = values[int(y), int(x)] if 0 <= y < values.shape[0] and 0 <= x < values.shape[1] else np.ma.masked
        if value is not np.ma.masked:
            return meshes[0].cmap(meshes[0].norm(value))
    return text.get_figure(root=True).get_facecolor()


def faults(figure, width: float) -> list[str]:
    """Return what a reader, or an editor, would complain of."""
    texts = drawn_texts(figure)
    boxes = [corners(text) for text in texts]
    said = [text.get_text() for text in texts]
    size = 72 * figure.get_size_inches()
    found = [] if size[0] == pytest.approx(width, abs=1e-6) else [f"{size[0]} points wide"]
    printed = min(1, PRINTED / size[1]) if width == PAGE else 1
    points = [printed * text.get_fontsize() for text in texts]
    found += [f"{at:.1f} points: {name!r}" for name, at in zip(said, points, strict=True) if at < SMALLEST]
    contrasts = [contrast(text.get_color(), colour_below(text)) for text in texts]
    found += [
        f"contrast of {found:.1f}: {name!r}" for name, found in zip(said, contrasts, strict=True) if found < CONTRAST
    ]
    found += [
        f"outside: {name!r}"
        for name, box in zip(said, boxes, strict=True)
        if (box < -0.5).any() or (box > size + 0.5).any()
    ]
    found += [f"overlap: {said[i]!r}, {said[j]!r}" for i, j in near(boxes) if overlap(boxes[i], boxes[j])]
    return found + touching_titles(texts, boxes) + cut_markers(figure) + empty_panels(figure)


def touching_titles(texts: list[mpl.text.Text], boxes: list[np.ndarray]) -> list[str]:
    """Return pairs of titles, of panels or of the figure, with less than TITLES between them."""
    figure = texts[0].get_figure(root=True) if texts else None
    titles = {axes.title for axes in figure.axes} | {figure._suptitle} if figure else set()
    away = TITLES / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    grown = [(text.get_text(), box + away) for text, box in zip(texts, boxes, strict=True) if text in titles]
    return [
        f"titles touch: {name!r}, {other!r}"
        for number, (name, box) in enumerate(grown)
        for other, beside in grown[number + 1 :]
        if overlap(box, beside)
    ]


def markers_of(axes: plt.Axes) -> Iterator[tuple[np.ndarray, np.ndarray, str]]:
    """Yield places and radii of the markers that end at the panel's edge, in points, and what they are of."""
    scale = 72 / axes.figure.dpi
    for line in axes.lines:
        strokes_or_corners = not isinstance(line.get_marker(), str) or line.get_marker() in ("None", "", " ", "|")
        if strokes_or_corners or not line.get_clip_on():
            continue
        every, points = line.get_markevery(), line.get_transform().transform(line.get_xydata())
        points = (
            points[every[0] :: every[1]] if isinstance(every, tuple) else points if every is None else points[every]
        )
        yield scale * points, np.full(len(points), line.get_markersize() / 2), line.get_label()
    for dots in axes.collections:
        if isinstance(dots, mpl.collections.PathCollection) and dots.get_clip_on() and len(dots.get_offsets()):
            points = dots.get_offset_transform().transform(np.ma.filled(dots.get_offsets().astype(float), np.nan))
            yield scale * points, np.resize(np.sqrt(dots.get_sizes()) / 2, len(points)), dots.get_label()


def cut_markers(figure) -> list[str]:
    """Return the markers inside a panel of which the edge cuts off more than BESIDE."""
    found = []
    for axes in figure.axes:
        low, high = axes.bbox.get_points() * 72 / figure.dpi
        for points, radii, name in markers_of(axes):
            inside = (points >= low - 0.1).all(axis=1) & (points <= high + 0.1).all(axis=1)
            room = np.minimum(points - low, high - points).min(axis=1)
            found += [f"cut: {name!r} at {point}" for point in points[inside & (room < radii - BESIDE)].round()]
    return found


def empty_panels(figure) -> list[str]:
    """Return the heatmaps whose cells do not fill their panel from side to side."""
    meshes = [mesh for axes in figure.axes for mesh in axes.collections if isinstance(mesh, mpl.collections.QuadMesh)]
    ends = [(mesh.get_coordinates()[..., 0].min(), mesh.get_coordinates()[..., 0].max()) for mesh in meshes]
    return [
        f"cells from {low:g} to {high:g} in a panel from {mesh.axes.get_xlim()}"
        for mesh, (low, high) in zip(meshes, ends, strict=True)
        if (low, high) != tuple(sorted(mesh.axes.get_xlim()))
    ]


def near(boxes: list[np.ndarray]) -> np.ndarray:
    """Pairs of boxes whose upright hulls overlap: only these need a closer look."""
    low, high = (np.array([end(box, axis=0) for box in boxes]) for end in (np.min, np.max))
    return np.argwhere(np.triu((low[:, None] < high[None]).all(axis=2) & (low[None] < high[:, None]).all(axis=2), k=1))
