import { crc32 } from 'node:zlib'

/** A PNG of this size: its header is valid, its image is empty. */
export function png(width = 3, height = 2, name = '图 1.png'): File {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(2)), chunk('IEND', Buffer.alloc(0))]
  return new File([Buffer.concat(parts)], name, { type: 'image/png' })
}

/** A file of these bytes, Latin-1. The type that the sender claims is wrong on purpose. */
export const bytes = (name: string, content: string): File =>
  new File([Buffer.from(content, 'latin1')], name, { type: 'text/html' })

const header = (content: string) => content.padEnd(600, '\0')

/** A minimal file of each kind by its extension, just enough to be detected. */
export const samples: Record<string, string> = {
  gif: header('GIF89a\u0003\0\u0002\0'),
  bmp: header(`BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\u0003\0\0\0\u0002\0\0\0\u0001\0\x18\0`),
  pdf: '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n',
  zip: header('PK\u0003\u0004'),
  docx: header('PK\u0003\u0004'),
  gz: header('\u001f\u008b\u0008\0'),
  rar: header('Rar!\u001a\u0007\0'),
  mp3: header('ID3\u0003\0\0\0\0\0\0\u00ff\u00fb\u0090'),
  wav: header('RIFF\x24\0\0\0WAVEfmt '),
  mp4: header('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
  doc: header('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'),
  exe: header('MZ\u0090\0'),
  elf: header('\x7fELF\u0002\u0001\u0001'),
  html: '<!doctype html><script>alert(1)</script>',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
}
