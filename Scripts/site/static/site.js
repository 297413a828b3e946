// Fills the list of versions. `versions.js`, next to the folders of the versions, calls this function.
function showVersions(versions) {
  const list = document.querySelector(".versions select");
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  const shown = root.pathname.split("/").filter(Boolean).pop();
  for (const version of versions) {
    list.add(new Option(version, version, version === shown, version === shown));
  }
  list.addEventListener("change", () => { location.href = new URL(`../${list.value}/index.html`, root); });
  document.querySelector(".versions").hidden = versions.length < 2;
}

// Names the navigation for screen readers. Wide tables and code scroll within the page, also with the keyboard.
addEventListener("DOMContentLoaded", () => {
  document.querySelector(".sidebar-drawer").setAttribute("aria-label", "Pages");
  for (const part of document.querySelectorAll(".table-wrapper, pre")) {
    if (part.scrollWidth > part.clientWidth) { part.tabIndex = 0; }
  }
});
