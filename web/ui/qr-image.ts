/** A QR code: its width in modules, and whether the module at row * size + column is dark. */
export interface QrModules {
  size: number
  data: ArrayLike<number>
}

/** The white margin that scanners need, in modules. Source: ISO/IEC 18004. */
export const qrQuiet = 4

/** Returns the modules of a QR code of `text`; undefined if the text is too long. */
export async function qrModules(text: string): Promise<QrModules | undefined> {
  const { default: qrcode } = await import('qrcode')
  try {
    return qrcode.create(text, { errorCorrectionLevel: 'M' }).modules
  } catch {
    return undefined
  }
}

/** Returns the dark modules as an SVG path in units of one module, inside the quiet zone. */
export function qrPath({ size, data }: QrModules): string {
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      if (!data[row * size + from]) continue
      const start = from
      while (from + 1 < size && data[row * size + from + 1]) from++
      path += `M${start + qrQuiet} ${row + qrQuiet}h${from - start + 1}v1h${start - from - 1}z`
    }
  }
  return path
}

const pixelsPerModule = 12

/** Renders the code as a PNG large enough for print; null if the browser cannot render it. */
export function qrPng(modules: QrModules): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const width = (modules.size + 2 * qrQuiet) * pixelsPerModule
  canvas.width = width
  canvas.height = width
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, width)
  pen.scale(pixelsPerModule, pixelsPerModule)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(qrPath(modules)))
  return new Promise((resolve) => {
    canvas.toBlob(resolve)
  })
}
