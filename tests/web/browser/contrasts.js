// Returns every visible text with the contrast of its colour against its background.
() => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const channels = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [red, green, blue] = channels(colour).map((value) => value / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (channels(colour)[3] === 255) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const faded = (node) => node.closest(':disabled, .mortgaged, .unseen, .delta, svg, noscript');
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const seen = [...document.body.querySelectorAll('*')].filter((node) => own(node) && node.checkVisibility() && !faded(node));
  const html = seen.map((node) => [node, getComputedStyle(node).color, behind(node)]);
  const face = (name) => getComputedStyle(document.querySelector(name)).fill;
  const board = document.querySelector('rentier-board .face')
    ? ['rentier-board .name', 'rentier-board .foot'].map((name) => [document.querySelector(name), face(name), face('rentier-board .face')])
    : [];
  return [...html, ...board].map(([node, ink, ground]) => {
    const [one, other] = [light(ink), light(ground)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return [`${node.className.baseVal ?? node.className} ${node.textContent.trim().slice(0, 40)}`, contrast];
  });
}
