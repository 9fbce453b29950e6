import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a handcrafted archive. Omitted fields get the values of a well-formed archive. */
export interface MadeEntry {
  name: string | Buffer
  data?: string | Buffer
  method?: number
  flags?: number
  /** The size that the directory claims, in bytes. */
  claimedBytes?: number
  claimedCrc?: number
  external?: number
  extra?: Buffer
  /** The name in the local header, when it differs. */
  localName?: string
  /** Points the directory at the local header of this entry instead. */
  localOf?: number
}

/** An archive with exactly these entries, well-formed or not. */
export function makeZip(entries: MadeEntry[], end: { count?: number; size?: number } = {}): Buffer {
  const locals: Buffer[] = []
  const offsets: number[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string)
    const localName = Buffer.from(entry.localName ?? name)
    const data = Buffer.from((entry.data ?? '') as string)
    const method = entry.method ?? 8
    const packed = method === 8 ? deflateRawSync(data) : data
    const extra = entry.extra ?? Buffer.alloc(0)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.flags ?? 0x800, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(entry.claimedCrc ?? crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.claimedBytes ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    common.writeUInt16LE(extra.length, 24)
    const localCommon = Buffer.from(common)
    localCommon.writeUInt16LE(localName.length, 22)
    localCommon.writeUInt16LE(0, 24)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((entry.external ?? 0) >>> 0, 6)
    tail.writeUInt32LE(entry.localOf === undefined ? at : (offsets[entry.localOf] ?? 0), 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, name, extra)
    if (entry.localOf === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), localCommon, localName, packed])
      offsets.push(at)
      locals.push(local)
      at += local.length
    } else offsets.push(offsets[entry.localOf] ?? 0)
  }
  const records = Buffer.concat(directory)
  const tail = Buffer.alloc(22)
  tail.write('PK\x05\x06', 'latin1')
  tail.writeUInt16LE(end.count ?? entries.length, 8)
  tail.writeUInt16LE(end.count ?? entries.length, 10)
  tail.writeUInt32LE(end.size ?? records.length, 12)
  tail.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, records, tail])
}
