"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const code = new Uint8Array(128);
  for (let place = 0; place < 64; place++) code[digits.charCodeAt(place)] = place;
  const quantity = data.isOfDevice ? "difference" : "error";
  const marks = ["circle", "up", "square", "diamond", "down", "pentagon"];
  const dashes = [[], [7, 2.5], [2, 2], [7, 2.5, 2, 2.5], [12, 3.5]];
  const count = data.count, calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  /* ---- the numbers ---- */

  function reader(text) {
    let place = 0;
    return () => {
      let number = 0, shift = 0, bits;
      do { bits = code[text.charCodeAt(place++)]; number += (bits & 31) * 2 ** shift; shift += 5; } while (bits & 32);
      const half = Math.floor(number / 2);
      return number % 2 ? -half : half;
    };
  }
  function numbers(text, step) {
    const next = reader(text), found = new Float32Array(count);
    let last = 0;
    for (let frame = 0; frame < count; frame++) {
      const change = next();
      if (change === -1) { found[frame] = NaN; continue; }
      last += change < 0 ? change + 1 : change;
      found[frame] = last * step;
    }
    return found;
  }
  const orientations = text => text.split(".").map(part => numbers(part, 1 / 8192));
  function spots(text) {
    const next = reader(text), known = new Map(), frames = [];
    let last = [];
    for (let frame = 0; frame < count; frame++) {
      const size = next();
      if (size >= 0) {
        last = [];
        let place = 0;
        for (let n = 0; n < size; n++) {
          place += next();
          const before = known.get(place) || [0, 0], spot = [before[0] + next(), before[1] + next()];
          known.set(place, spot);
          last.push([place, spot[0] / 5, spot[1] / 5]);
        }
      }
      frames.push(last);
    }
    return frames;
  }
  const truth = orientations(data.truth), field = data.field ? numbers(data.field, 0.1) : null;
  const track = data.track && {truth: data.track.truth.map(part => numbers(part, 0.1)), estimates: data.track.estimates.map(part => numbers(part, 0.1)), radii: numbers(data.track.radii, 0.1)};
  const firstSeen = spots(data.screens[0].seen);
  const screens = data.screens.map((screen, slot) => ({
    ...screen, slot, hidden: false, drawn: spots(screen.drawn), seen: screen.seen && slot ? spots(screen.seen) : firstSeen,
    orientation: orientations(screen.orientation), pixelError: numbers(screen.pixelError, 0.1), orientationError: numbers(screen.orientationError, 0.01),
    headingDeviation: screen.headingDeviation ? numbers(screen.headingDeviation, 0.01) : null,
  }));
  const quaternion = (parts, frame) => isNaN(parts[0][frame]) ? null : parts.map(part => part[frame]);
  const rotate = ([w, x, y, z], [a, b, c]) => {
    const u = 2 * (y * c - z * b), v = 2 * (z * a - x * c), t = 2 * (x * b - y * a);
    return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
  };
  const inverse = ([w, x, y, z]) => [w, -x, -y, -z];
  const timeOf = frame => data.first + frame / data.rate;

  /* ---- the page ---- */

  const make = (tag, attributes = {}, ...content) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...content);
    return made;
  };
  const swatch = slot => {
    const holder = document.createElement("span");
    holder.innerHTML = `<svg class="swatch c${slot % 7}" viewBox="0 0 34 12" aria-hidden="true"><use href="#s${slot}"/></svg>`;
    return holder.firstChild;
  };
  const state = {frame: 0, playing: false, speed: 1, overlay: false};
  const button = (words, act, attributes = {}) => {
    const made = make("button", {type: "button", ...attributes}, words);
    made.addEventListener("click", act);
    return made;
  };
  const play = button("Play", () => setPlaying(!state.playing), {class: "play"});
  const clock = make("output", {"aria-label": "Time"});
  const slider = make("input", {type: "range", min: "0", max: String(count - 1), step: "1", value: "0", "aria-label": "Time"});
  const speed = make("select", {"aria-label": "Speed"}, ...[0.1, 0.25, 0.5, 1, 2].map(value => make("option", value === 1 ? {value, selected: ""} : {value}, `${value}×`)));
  const worst = make("select", {"aria-label": "Worst moments"}, make("option", {value: ""}, "worst moments"),
    ...data.worst.map((moment, n) => make("option", {value: n}, `${timeOf(moment.frame).toFixed(1)} s: ${data.screens[moment.screen].name}, ${moment.error.toFixed(0)} px`)));
  const sameCamera = screens.every(screen => JSON.stringify(screen.camera) === JSON.stringify(screens[0].camera));
  const overlay = button("One on top of the other", () => { state.overlay = !state.overlay; arrange(); }, {"aria-pressed": "false"});
  speed.addEventListener("change", () => { state.speed = Number(speed.value); });
  slider.addEventListener("input", () => go(Number(slider.value)));
  worst.addEventListener("change", () => { if (worst.value !== "") { setPlaying(false); replay.moment = Number(worst.value); go(data.worst[replay.moment].frame); } });
  const show = make("div", {class: "show", role: "group", "aria-label": "Pipelines"});
  const toggles = screens.map(screen => {
    const made = button("", () => { screen.hidden = !screen.hidden; arrange(); }, {"aria-pressed": "true"});
    made.replaceChildren(swatch(screen.slot), screen.name);
    show.append(made);
    return made;
  });
  const controls = make("div", {class: "controls", role: "group", "aria-label": "Playback"}, play,
    button("‹ frame", () => step(-1)), button("frame ›", () => step(1)), speed, worst, ...(sameCamera && screens.length > 1 ? [overlay] : []), clock, slider);
  const views = make("div", {class: "views", tabindex: "0", role: "group", "aria-label": "Screens"});
  const lanes = make("div", {class: "lanes"}), now = make("div", {class: "now"});
  const help = make("p", {class: "help"});
  help.innerHTML = "<span class=\"keys\"><kbd>space</kbd> plays, <kbd>←</kbd> <kbd>→</kbd> step by a frame, with <kbd>shift</kbd> by a second, <kbd>n</kbd> <kbd>p</kbd> go to the worst moments, <kbd>1</kbd>–<kbd>9</kbd> hide a pipeline, <kbd>o</kbd> puts the screens on top of each other. </span>Drag over the lines below to move in time.";
  document.getElementById("stage").append(show, controls, help, views, lanes);

  const colours = () => {
    const style = getComputedStyle(document.documentElement);
    const found = [style.getPropertyValue("--ink")];
    for (let n = 1; n < 7; n++) found.push(style.getPropertyValue("--c" + n));
    return {lines: found.map(text => text.trim()), soft: style.getPropertyValue("--soft").trim(), line: style.getPropertyValue("--line").trim(), magnet: style.getPropertyValue("--magnet").trim()};
  };
  let palette = colours();
  /* The pictures have a light background in both colour schemes. */
  const onPicture = ["#000000", "#0072b2", "#c24e00", "#00805d", "#a8578a", "#2b8cc4", "#b07800"];

  function sized(canvas, width, height) {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  let boxes = [], phone = null, map = null;
  function arrange() {
    toggles.forEach((toggle, slot) => toggle.setAttribute("aria-pressed", String(!screens[slot].hidden)));
    overlay.setAttribute("aria-pressed", String(state.overlay));
    const shown = screens.filter(screen => !screen.hidden);
    const groups = state.overlay && sameCamera ? [shown] : shown.map(screen => [screen]);
    const width = state.overlay ? 320 : innerWidth < 600 ? 190 : Math.max(170, Math.min(250, Math.floor(((views.clientWidth || 1200) - 24) / (groups.length + 1) - 16)));
    boxes = groups.filter(group => group.length).map(group => {
      const camera = group[0].camera, scale = width / camera.width, canvas = make("canvas", {role: "img", "aria-label": `Screen of ${group.map(screen => screen.name).join(", ")}`});
      const texts = group.map(() => make("output"));
      const caption = make("figcaption", {}, ...group.flatMap((screen, n) => {
        const name = make("b", {}, swatch(screen.slot), screen.name);
        return [name, texts[n]];
      }));
      const figure = make("figure", {class: `view c${group.length === 1 ? group[0].slot % 7 : 0}`}, caption, canvas);
      return {group, camera, scale, figure, texts, context: sized(canvas, width, camera.height * scale), width, height: camera.height * scale};
    });
    const canvas = make("canvas", {role: "img", "aria-label": `The phone: ${data.isOfDevice ? "the device’s own attitude" : "as it was held"}`}), size = Math.min(260, width + 20);
    phone = {context: sized(canvas, size, size * 1.2), width: size, height: size * 1.2};
    views.replaceChildren(make("figure", {class: "view"}, make("figcaption", {}, make("b", {}, "The phone"), `Solid: ${data.isOfDevice ? "the device’s own attitude" : "as it was held"}. Outlines: as each pipeline estimates. North is into the picture.`), canvas), ...boxes.map(box => box.figure));
    if (track) {
      const canvas = make("canvas", {role: "img", "aria-label": "Map of the true and the shown position"}), text = make("output");
      map = {context: sized(canvas, size, size * 1.2), width: size, height: size * 1.2, text};
      const legend = isFinite(extent.truth) ? "Black: true. Blue: position that is used; its circle is the claimed radius." : "Position that is used; its circle is the claimed radius. The true position is unknown.";
      views.firstChild.after(make("figure", {class: "view"}, make("figcaption", {}, make("b", {}, "The map"), legend, text), canvas));
    }
    drawLanes();
    draw(true);
  }

  /* ---- the map ---- */

  const extent = (() => {
    let [west, east, south, north, truth] = [Infinity, -Infinity, Infinity, -Infinity, Infinity];
    for (const [x, y] of track ? [track.truth, track.estimates] : []) {
      for (let frame = 0; frame < count; frame++) {
        if (isNaN(x[frame])) continue;
        if (x === track.truth[0]) truth = 0;
        west = Math.min(west, x[frame]); east = Math.max(east, x[frame]);
        south = Math.min(south, y[frame]); north = Math.max(north, y[frame]);
      }
    }
    return {west, east, south, north, truth};
  })();
  function drawMap(frame) {
    const {context, width, height, text} = map, margin = 14;
    const scale = Math.min((width - 2 * margin) / Math.max(10, extent.east - extent.west), (height - 3 * margin) / Math.max(10, extent.north - extent.south));
    const at = ([x, y], n) => [width / 2 + scale * (x[n] - (extent.west + extent.east) / 2), (height - margin) / 2 - scale * (y[n] - (extent.south + extent.north) / 2)];
    context.clearRect(0, 0, width, height);
    context.fillStyle = "#eef1f3";
    context.fillRect(0, 0, width, height);
    for (const [points, colour, dash] of [[track.estimates, onPicture[1], [3, 2]], [track.truth, "#111", []]]) {
      context.strokeStyle = context.fillStyle = colour;
      context.setLineDash(dash);
      for (const [end, wide] of [[count - 1, 0.5], [frame, 2]]) {
        context.lineWidth = wide;
        context.beginPath();
        let isDown = false;
        for (let n = 0; n <= end; n++) {
          if (isNaN(points[0][n])) { isDown = false; continue; }
          const [x, y] = at(points, n);
          if (isDown) context.lineTo(x, y); else context.moveTo(x, y);
          isDown = true;
        }
        context.stroke();
      }
      context.setLineDash([]);
      if (isNaN(points[0][frame])) continue;
      const [x, y] = at(points, frame);
      context.beginPath(); context.arc(x, y, 4, 0, 7); context.fill();
      if (points !== track.estimates || isNaN(track.radii[frame])) continue;
      context.globalAlpha = 0.15;
      context.beginPath(); context.arc(x, y, scale * track.radii[frame], 0, 7); context.fill();
      context.globalAlpha = 1;
    }
    const bar = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find(length => length * scale >= 30) ?? 10000;
    context.fillStyle = "#333";
    context.font = "11px sans-serif";
    context.textAlign = "left";
    context.fillRect(margin, height - margin, bar * scale, 2);
    context.fillText(`${bar} m`, margin, height - margin - 4);
    context.fillText("N ↑", width - 2 * margin - 6, margin + 4);
    const east = track.estimates[0][frame] - track.truth[0][frame], north = track.estimates[1][frame] - track.truth[1][frame], radius = track.radii[frame];
    const words = [isNaN(east) ? "" : `${Math.hypot(east, north).toFixed(1)} m off`, isNaN(radius) ? "no claim" : `claimed ${radius.toFixed(1)} m`].filter(word => word).join(", ");
    if (text.textContent !== words) text.textContent = words;
  }

  /* ---- screens ---- */

  function horizon(context, box, q) {
    const {camera, scale} = box, up = rotate(inverse(q), [0, 0, 1]);
    // A pixel looks along ((x − cx)/fx, (cy − y)/fy, −1); it is below the horizon if the upward component is negative.
    const a = up[0] / camera.focalX / scale, b = -up[1] / camera.focalY / scale;
    const c = -up[2] - a * camera.middleX * scale - b * camera.middleY * scale;
    const length = Math.hypot(a, b), far = 4000;
    context.fillStyle = c + a * box.width / 2 + b * box.height / 2 < 0 && length < 1e-9 ? "#8fa872" : "#a9cbe6";
    context.fillRect(0, 0, box.width, box.height);
    if (length < 1e-9) return;
    const nx = a / length, ny = b / length, x0 = -c * a / length ** 2, y0 = -c * b / length ** 2;
    context.fillStyle = "#a3b98a";
    context.beginPath();
    context.moveTo(x0 - ny * far, y0 + nx * far);
    context.lineTo(x0 + ny * far, y0 - nx * far);
    context.lineTo(x0 + ny * far - nx * far, y0 - nx * far - ny * far);
    context.lineTo(x0 - ny * far - nx * far, y0 + nx * far - ny * far);
    context.fill();
    context.fillStyle = context.strokeStyle = "#333";
    context.font = "10px sans-serif";
    context.textAlign = "center";
    ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].forEach((name, n) => {
      const d = rotate(inverse(q), [Math.sin(n * Math.PI / 4), Math.cos(n * Math.PI / 4), 0]);
      if (d[2] >= -0.05) return;
      const x = (camera.middleX + camera.focalX * d[0] / -d[2]) * scale, y = (camera.middleY - camera.focalY * d[1] / -d[2]) * scale;
      context.fillRect(x - 0.5, y - 4, 1, 8);
      context.fillText(name, x, y + 14);
    });
  }

  function marker(context, kind, x, y, size) {
    context.beginPath();
    if (kind === "circle") context.arc(x, y, size, 0, 7);
    else if (kind === "square") context.rect(x - size, y - size, 2 * size, 2 * size);
    else {
      const corners = {up: 3, down: 3, diamond: 4, pentagon: 5}[kind], turn = kind === "down" ? Math.PI / 2 : -Math.PI / 2;
      for (let n = 0; n < corners; n++) {
        const angle = turn + n * 2 * Math.PI / corners;
        context.lineTo(x + 1.35 * size * Math.cos(angle), y + 1.35 * size * Math.sin(angle));
      }
      context.closePath();
    }
    context.fill();
    context.stroke();
  }

  /* The points at which a label is drawn if the heading differs by up to two claimed standard deviations. */
  function range(camera, q, x, y, deviation) {
    const up = rotate(inverse(q), [0, 0, 1]), ray = [(x - camera.middleX) / camera.focalX, (camera.middleY - y) / camera.focalY, -1], points = [];
    const most = Math.min(2 * deviation, 60) * Math.PI / 180;
    for (let n = -8; n <= 8; n++) {
      const half = most * n / 16, d = rotate([Math.cos(half), ...up.map(part => part * Math.sin(half))], ray);
      if (d[2] < -0.05) points.push([camera.middleX - camera.focalX * d[0] / d[2], camera.middleY + camera.focalY * d[1] / d[2]]);
    }
    return points;
  }

  function drawScreen(box, frame) {
    const {context, scale, group} = box, q = quaternion(truth, frame), single = group.length === 1;
    context.clearRect(0, 0, box.width, box.height);
    if (q) horizon(context, box, q);
    else { context.fillStyle = "#bbb"; context.fillRect(0, 0, box.width, box.height); }
    const seen = group[0].seen[frame] || [], ringed = new Map(seen.map(spot => [spot[0], spot]));
    group.forEach((screen, n) => {
      const deviation = screen.headingDeviation ? screen.headingDeviation[frame] : NaN;
      const text = screen.reason ? screen.reason : isNaN(screen.orientation[0][frame]) ? "no picture yet" : isNaN(screen.pixelError[frame]) ? "nothing to compare"
        : `${screen.pixelError[frame].toFixed(1)} px, ${isNaN(screen.orientationError[frame]) ? "–" : screen.orientationError[frame].toFixed(2) + "°"}${isNaN(deviation) ? "" : `, claims ±${(2 * deviation).toFixed(1)}°`}`;
      if (box.texts[n].textContent !== text) box.texts[n].textContent = text;
      if (screen.reason) return note(context, box, screen.reason);
      const colour = onPicture[screen.slot % 7];
      context.strokeStyle = colour;
      context.lineWidth = 1.6;
      context.beginPath();
      for (const [place, x, y] of screen.drawn[frame]) {
        const ring = ringed.get(place);
        if (ring) { context.moveTo(ring[1] * scale, ring[2] * scale); context.lineTo(x * scale, y * scale); }
      }
      context.stroke();
      const turned = quaternion(screen.orientation, frame);
      if (turned && !isNaN(deviation)) {
        context.lineWidth = 0.8;
        context.beginPath();
        for (const [, x, y] of screen.drawn[frame]) {
          range(box.camera, turned, x, y, deviation).forEach((point, n) => context[n ? "lineTo" : "moveTo"](point[0] * scale, point[1] * scale));
        }
        context.stroke();
      }
      context.font = "11px sans-serif";
      context.textAlign = "left";
      for (const [place, x, y] of screen.drawn[frame]) {
        context.fillStyle = colour;
        context.strokeStyle = "#fff";
        context.lineWidth = 1;
        marker(context, marks[screen.slot % 6], x * scale, y * scale, 4.5);
        if (!single) continue;
        context.lineWidth = 3;
        context.strokeText(data.places[place], x * scale + 8, y * scale - 5);
        context.fillText(data.places[place], x * scale + 8, y * scale - 5);
      }
    });
    context.lineWidth = 2;
    for (const [, x, y] of seen) {
      context.strokeStyle = "#fff";
      context.beginPath(); context.arc(x * scale, y * scale, 8.5, 0, 7); context.stroke();
      context.strokeStyle = "#111";
      context.beginPath(); context.arc(x * scale, y * scale, 7, 0, 7); context.stroke();
    }
  }

  function note(context, box, words) {
    context.fillStyle = "rgba(255,255,255,.85)";
    context.fillRect(0, box.height / 2 - 34, box.width, 68);
    context.fillStyle = "#111";
    context.font = "13px sans-serif";
    context.textAlign = "center";
    const lines = words.match(/.{1,26}(\s|$)/g) || [words];
    lines.slice(0, 4).forEach((line, n) => context.fillText(line.trim(), box.width / 2, box.height / 2 - 14 + 16 * n));
  }

  /* ---- the phone ---- */

  const corners = [[-1, -2, -.16], [1, -2, -.16], [1, 2, -.16], [-1, 2, -.16], [-1, -2, .16], [1, -2, .16], [1, 2, .16], [-1, 2, .16]].map(c => c.map(v => v * 0.42));
  const faces = [[4, 5, 6, 7, "#2c3e50"], [0, 3, 2, 1, "#7f8c8d"], [0, 1, 5, 4, "#95a5a6"], [2, 3, 7, 6, "#95a5a6"], [1, 2, 6, 5, "#a5b1b2"], [0, 4, 7, 3, "#a5b1b2"]];
  function drawPhone(frame) {
    const {context, width, height} = phone, tilt = 0.42, size = width * 0.36;
    const project = ([e, n, u]) => [width / 2 + size * e, height / 2 - size * (u * Math.cos(tilt) + n * Math.sin(tilt)), n * Math.cos(tilt) - u * Math.sin(tilt)];
    context.clearRect(0, 0, width, height);
    context.fillStyle = "#eef1f3";
    context.fillRect(0, 0, width, height);
    context.strokeStyle = context.fillStyle = "#888";
    context.lineWidth = 1;
    context.font = "11px sans-serif";
    context.textAlign = "center";
    context.beginPath();
    for (let n = 0; n <= 48; n++) { const [x, y] = project([1.25 * Math.sin(n * Math.PI / 24), 1.25 * Math.cos(n * Math.PI / 24), -1]); n ? context.lineTo(x, y) : context.moveTo(x, y); }
    context.stroke();
    [["N", 0, 1], ["E", 1, 0], ["S", 0, -1], ["W", -1, 0]].forEach(([name, e, n]) => { const [x, y] = project([1.25 * e, 1.25 * n, -1]); context.fillText(name, x, y + 4); });
    const q = quaternion(truth, frame);
    if (q) {
      const points = corners.map(corner => project(rotate(q, corner)));
      for (const [a, b, c, d, colour] of faces.map(face => face).sort((one, other) => depth(points, other) - depth(points, one))) {
        context.fillStyle = colour;
        context.strokeStyle = "#222";
        polygon(context, [a, b, c, d].map(n => points[n]));
        context.fill();
        context.stroke();
      }
    }
    for (const screen of screens) {
      const own = screen.hidden || screen.reason ? null : quaternion(screen.orientation, frame);
      if (!own) continue;
      const points = corners.slice(4).map(corner => project(rotate(own, corner)));
      context.strokeStyle = onPicture[screen.slot % 7];
      context.lineWidth = 2;
      context.setLineDash(dashes[screen.slot % 5]);
      polygon(context, points);
      context.stroke();
      const [x, y] = project(rotate(own, [0, 0, -1.3])), [x0, y0] = project([0, 0, 0]);
      context.beginPath(); context.moveTo(x0, y0); context.lineTo(x, y); context.stroke();
      context.setLineDash([]);
    }
  }
  const depth = (points, face) => face.slice(0, 4).reduce((sum, n) => sum + points[n][2], 0);
  function polygon(context, points) {
    context.beginPath();
    points.forEach(([x, y], n) => n ? context.lineTo(x, y) : context.moveTo(x, y));
    context.closePath();
  }

  /* ---- the lines over time ---- */

  const heading = Float32Array.from({length: count}, (_, frame) => {
    const q = quaternion(truth, frame);
    if (!q) return NaN;
    const d = rotate(q, [0, 0, -1]);
    return (Math.atan2(d[0], d[1]) * 180 / Math.PI + 360) % 360;
  });
  const left = 46, right = 8;
  function drawLanes() {
    const width = Math.max(280, lanes.clientWidth || 900);
    const shown = screens.filter(screen => !screen.hidden && !screen.reason);
    const entries = [
      {title: `pixel ${quantity} (px). No line: the camera sees no place.`, height: 130, logs: true, floor: 1, lines: shown.map(screen => [screen.pixelError, screen.slot])},
      {title: `orientation ${quantity} (°)`, height: 110, logs: true, floor: 0.1, lines: shown.map(screen => [screen.orientationError, screen.slot])},
      {title: "heading of the camera (°)", height: 60, lines: [[heading, 0]], low: 0, high: 360, wraps: true},
      ...(field ? [{title: "field strength (µT)", height: 60, lines: [[field, 0]]}] : []),
    ];
    const areas = [data.disturbances.length ? "Orange: the magnetic field is disturbed." : "", data.rests.length ? "Grey: the phone is at rest." : ""].filter(text => text);
    entries[0].title += areas.map(text => " " + text).join("");
    entries[entries.length - 1].hasTimes = true;
    lanes.replaceChildren(...entries.map(entry => {
      const canvas = make("canvas", {role: "img", "aria-label": `${entry.title} over time`});
      const holder = make("div", {class: "lane"}, entry.title, canvas);
      lane(sized(canvas, width, entry.height + (entry.hasTimes ? 18 : 0)), width, entry);
      return holder;
    }), now);
  }
  const across = (frame, width) => left + (width - left - right) * frame / Math.max(1, count - 1);
  function lane(context, width, entry) {
    let low = entry.low ?? Infinity, high = entry.high ?? -Infinity;
    if (entry.high === undefined) for (const [list] of entry.lines) for (const value of list) { if (value < low) low = value; if (value > high) high = value; }
    if (!(high > low)) { low = isFinite(low) ? low - 1 : 0; high = low + 2; }
    if (entry.logs) { low = Math.max(low, entry.floor); high = Math.max(high * 1.2, low * 10); }
    const place = value => entry.height - 6 - (entry.height - 12) * (entry.logs ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low));
    const frameOf = time => (time - data.first) * data.rate;
    for (const [spans, colour] of [[data.rests, "rgba(120,120,120,.25)"], [data.disturbances, "rgba(230,159,0,.3)"]]) {
      context.fillStyle = colour;
      for (const [from, to] of spans) {
        const a = Math.max(left, across(frameOf(from), width)), b = Math.min(width - right, across(frameOf(to), width));
        if (b > a) context.fillRect(a, 0, b - a, entry.height);
      }
    }
    context.fillStyle = palette.soft;
    context.strokeStyle = palette.line;
    context.font = "11px sans-serif";
    context.textAlign = "right";
    const ticks = entry.logs ? [0.1, 1, 10, 100, 1000].filter(value => value >= low && value <= high) : [low, high];
    for (const value of ticks) {
      context.fillText(Number(value.toPrecision(3)), left - 5, Math.min(entry.height - 2, Math.max(10, place(value) + 4)));
      context.beginPath(); context.moveTo(left, place(value)); context.lineTo(width - right, place(value)); context.stroke();
    }
    if (entry.hasTimes) {
      const length = (count - 1) / data.rate, step = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300].find(step => length / step <= width / 90) ?? 600;
      context.textAlign = "center";
      for (let time = Math.ceil(data.first / step) * step; time <= data.first + length; time += step) {
        const x = across(frameOf(time), width);
        context.fillText(`${Number(time.toFixed(1))} s`, Math.min(x, width - right - 14), entry.height + 13);
        context.beginPath(); context.moveTo(x, entry.height - 4); context.lineTo(x, entry.height); context.stroke();
      }
    }
    for (const [list, slot] of entry.lines) {
      context.strokeStyle = palette.lines[slot % 7];
      context.lineWidth = 1.3;
      context.setLineDash(dashes[slot % 5]);
      context.beginPath();
      let isDown = false, last = 0;
      for (let frame = 0; frame < count; frame++) {
        const value = list[frame];
        if (isNaN(value)) { isDown = false; continue; }
        const x = across(frame, width), y = place(value);
        if (isDown && !(entry.wraps && Math.abs(value - last) > 180)) context.lineTo(x, y); else context.moveTo(x, y);
        isDown = true;
        last = value;
      }
      context.stroke();
      context.setLineDash([]);
    }
  }

  /* ---- time ---- */

  function draw(all) {
    const frame = state.frame;
    for (const box of boxes) drawScreen(box, frame);
    if (phone) drawPhone(frame);
    if (map) drawMap(frame);
    const width = lanes.clientWidth || 900;
    now.style.transform = `translateX(${across(frame, width)}px)`;
    const time = timeOf(frame).toFixed(2), facing = isNaN(heading[frame]) ? "" : `, facing ${heading[frame].toFixed(0)}°`, tesla = field ? `, ${field[frame].toFixed(0)} µT` : "";
    clock.textContent = `${time} s${facing}${tesla}`;
    if (all || Number(slider.value) !== frame) slider.value = String(frame);
    slider.setAttribute("aria-valuetext", `${time} s`);
    const moment = data.worst.findIndex(moment => moment.frame === frame), choice = moment < 0 ? "" : String(moment);
    if (worst.value !== choice) worst.value = choice;
  }
  function go(frame) {
    state.frame = Math.max(0, Math.min(count - 1, Math.round(frame)));
    state.exact = state.frame;
    draw(false);
  }
  function step(by) { setPlaying(false); go(state.frame + by); }
  function setPlaying(playing) {
    if (playing && state.frame >= count - 1) go(0);
    state.playing = playing;
    state.exact = state.frame;
    play.textContent = playing ? "Pause" : "Play";
    if (playing) { state.before = null; requestAnimationFrame(tick); }
  }
  /* The number of frames drawn in the last second, for tests. */
  const replay = window.replay = {framesPerSecond: 0, longestFrame: 0, state, screens, data};
  let drawn = [];
  function tick(moment) {
    if (!state.playing) return;
    drawn.push(moment);
    while (drawn[0] < moment - 1000) drawn.shift();
    replay.framesPerSecond = drawn.length;
    if (state.before !== null) {
      state.exact += (moment - state.before) / 1000 * data.rate * state.speed;
      if (state.exact >= count - 1) { go(count - 1); return setPlaying(false); }
      state.frame = Math.floor(state.exact);
    }
    state.before = moment;
    draw(false);
    requestAnimationFrame(tick);
  }
  const jump = by => {
    if (!data.worst.length) return;
    replay.moment = ((replay.moment ?? (by > 0 ? -1 : 0)) + by + data.worst.length) % data.worst.length;
    setPlaying(false);
    go(data.worst[replay.moment].frame);
  };
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /SELECT/.test(event.target.tagName)) return;
    const onButton = event.target.tagName === "BUTTON" || event.target.tagName === "SUMMARY", second = event.shiftKey ? data.rate : 1;
    const actions = {ArrowLeft: () => step(-second), ArrowRight: () => step(second), Home: () => go(0), End: () => go(count - 1), n: () => jump(1), p: () => jump(-1),
      o: () => { if (sameCamera) { state.overlay = !state.overlay; arrange(); } }};
    if (!onButton) actions[" "] = () => setPlaying(!state.playing);
    const screen = screens[Number(event.key) - 1];
    if (screen && event.key !== " ") actions[event.key] = () => { screen.hidden = !screen.hidden; arrange(); };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  });
  const scrub = event => {
    const area = lanes.getBoundingClientRect();
    go((event.clientX - area.left - left) / (area.width - left - right) * (count - 1));
  };
  lanes.addEventListener("pointerdown", event => { setPlaying(false); lanes.setPointerCapture(event.pointerId); scrub(event); });
  lanes.addEventListener("pointermove", event => { if (event.buttons || event.pointerType === "touch") scrub(event); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { palette = colours(); drawLanes(); draw(true); });
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; arrange(); } });

  arrange();
  go(data.worst.length && calm ? data.worst[0].frame : 0);
  if (!calm) setPlaying(true);
})();
