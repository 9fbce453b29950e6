import QRCode from 'qrcode'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { encodePng } from '#src/core/png.ts'
import { networkOf } from '#src/core/rate-limiter.ts'

// Source: reference, api-facts 5.2.
const marginModules = 2
const usualSize = 6
// A code of more bytes is too dense for a camera, and its image too large.
const mostBytes = 1000
// Everyone in an office shares one address.
const perMinute = 600
// Rendering time grows with the number of pixels: a dense code is rendered smaller than requested.
const widestPixels = 1200
const storedSeconds = 86_400

/** Decodes a web address: clients encode it once more than a form does. */
function meantAddress(sent: string): string {
  if (!/^https?%3A/i.test(sent)) return sent
  try {
    return decodeURIComponent(sent)
  } catch {
    return sent
  }
}

/**
 * Renders the pixels of a QR code, 1 for dark, with its margin; `wanted` pixels per module, unless that makes it too
 * large.
 */
function draw(address: string, wanted: number): { pixels: Uint8Array; width: number } {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  const across = modules.size + 2 * marginModules
  const size = Math.min(wanted, Math.floor(widestPixels / across))
  const width = across * size
  const pixels = new Uint8Array(width * width)
  for (let y = 0; y < modules.size; y++) {
    const row = new Uint8Array(width)
    for (let x = 0; x < modules.size; x++) {
      if (modules.data[y * modules.size + x]) row.fill(1, (x + marginModules) * size, (x + marginModules + 1) * size)
    }
    for (let line = 0; line < size; line++) pixels.set(row, ((y + marginModules) * size + line) * width)
  }
  return { pixels, width }
}

/**
 * Renders a web address as a QR code.
 *
 * @param size pixels per module
 * @throws {AppError} qrcodeBad, tooManyRequests
 */
export function renderQrcode(app: App, ip: string, url: string, size: number = usualSize): FileResponse {
  const address = meantAddress(url.trim())
  if (!/^https?:/i.test(address) || !URL.canParse(address) || Buffer.byteLength(address) > mostBytes) fail('qrcodeBad')
  if (!app.limiter.take(`qrcode:${networkOf(ip)}`, perMinute, 60_000)) fail('tooManyRequests')
  const { pixels, width } = draw(address, size)
  const image = encodePng(pixels, width, width, [
    [255, 255, 255],
    [0, 0, 0],
  ])
  return { type: 'image/png', sizeBytes: image.length, maxAge: storedSeconds, read: () => image }
}
