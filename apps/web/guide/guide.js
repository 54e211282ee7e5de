// In the theme and the language that were chosen in the pages of the gateway; where the browser keeps nothing, in its own.
const kept = (name) => {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
};
const root = document.documentElement;
if (['light', 'dark'].includes(kept('theme'))) root.dataset.theme = kept('theme');
const languages = [kept('locale'), ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
root.dataset.frame = languages.find((language) => ['en', 'de', 'fr'].includes(language)) ?? 'en';

// A field of another device is asked for at the page of the devices, and explained where it is a field of ours.
const PLACES = __PLACES__;
document.addEventListener('DOMContentLoaded', () => {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name === '' || document.getElementById(name) !== null || !Object.hasOwn(PLACES, name)) return;
  const guide = new URL('.', document.querySelector('script').src);
  location.replace(new URL(`${PLACES[name]}#${name}`, guide));
});
