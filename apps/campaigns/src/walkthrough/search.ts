/** In which forms a text is found: as it is, or in an encoding that somebody could have put it in. */
export function finds(haystack: string, needle: string): string[] {
  const bytes = Buffer.from(needle, "utf8");
  const forms = {
    clear: needle,
    json: JSON.stringify(needle).slice(1, -1),
    latin1: bytes.toString("latin1"),
    base64: bytes.toString("base64").replace(/=+$/, ""),
    base64url: bytes.toString("base64url"),
    hex: bytes.toString("hex"),
    url: encodeURIComponent(needle),
    form: new URLSearchParams({ "": needle }).toString().slice(1),
  };
  return Object.entries(forms)
    .filter(([, form]) => haystack.includes(form))
    .map(([name]) => name);
}
