const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Characters that XML 1.0 cannot contain.
const noXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes a text for an element or attribute. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(noXml, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Returns a complete XML part of the document. */
export const xmlPart = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`

/** The namespaces of a text part. */
export const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
