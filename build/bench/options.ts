import { parseArgs } from 'node:util'
import type { BackupSize } from '#build/bench/backup.ts'
import type { ExportSize } from '#build/bench/export.ts'
import { parseSize, type Size } from '#build/bench/seed.ts'
import { type ExportFormatName, exportFormatNames } from '#shared/export-formats.ts'

/** The options of the benchmark. */
export type Options = {
  /** From the smallest to the largest. */
  sizes: Size[]
  /** Only scenarios whose name contains this, in lower case; empty for all. */
  only: string
  seconds: number
  connections: number[]
  largeItemPages: number
  /** The site of which a backup is made. */
  backup: BackupSize
  /** The exports that are measured. */
  exports: ExportSize
  /** The server that is compared in place of the targets. */
  peer?: PeerOptions
}

/** A server with ShowDoc's addresses: ShowDoc itself, or another Docstead. */
export type PeerOptions = {
  /** Its address, without a trailing slash. */
  url: string
  /** Who owns what the benchmark creates there. */
  user: string
  /** A file with the user's password: to sign in, and to delete what was created. */
  passwordFile?: string
  /** A file with a token of the user, for a server that wants a captcha at each sign-in. */
  tokenFile?: string
  /** Its processes on this machine. */
  pids: number[]
  /** Whether what was created is left there. */
  keeps: boolean
}

/** What `--help` prints. */
export const usage = `npm run bench -- [--sizes S,M] [--only NAME] [--seconds 2] [--connections 1,16,64] [--large-item 5000]
  --sizes        the sites that are seeded and measured: S (5 items of 50 pages), M (50 of 200), L (200 of 500),
                 or one's own as 3x40
  --only         only what has NAME in its name, such as page/info, search, start or memory
  --seconds      how long each is measured at each number of connections
  --large-item   how many pages the large item has
  --only backup  makes, verifies and restores a backup of --backup-pages 100000 with --backup-files 1000 (MB) of files
  --only export  exports an item of --export-pages 5000 in every format, or in --export-formats docx,markdown

npm run bench -- --peer URL [--peer-user NAME --peer-password-file FILE] [--peer-token-file FILE] [--peer-pid PID,PID] [--keep]
  compares with another server that has ShowDoc's addresses: ShowDoc itself, or another Docstead. Fills both through
  those addresses with the same items (--sizes, S by default) and measures both in turn at 1 and 16 connections.
  --peer-user, --peer-password-file   an account there, created when it does not exist
  --peer-token-file                   a token of that account, for a server that wants a captcha at each sign-in
  --peer-pid                          its processes on this machine, whose CPU and memory are read
  --keep                              leaves there what was created
`

/** Parses a positive number. @throws when it is not one */
function numberOf(text: string, flag: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${flag} wants a number above 0, not '${text}'`)
  return value
}

const pagesOf = (size: Size): number => size.items * size.pagesOfItem

type Words = Partial<Record<'peer' | 'peer-user' | 'peer-password-file' | 'peer-token-file' | 'peer-pid', string>>

/** @throws for options of a peer without its address, and for a peer without credentials */
function peerOf(words: Words & { keep: boolean }): PeerOptions | undefined {
  const { peer, 'peer-password-file': passwordFile, 'peer-token-file': tokenFile } = words
  if (peer === undefined) {
    const given = Object.entries(words).find(([name, value]) => /^(peer|keep)/.test(name) && value)
    if (given) throw new Error(`--${given[0]} wants --peer as well`)
    return undefined
  }
  if (!URL.canParse(peer) || !/^https?:$/.test(new URL(peer).protocol))
    throw new Error(`--peer wants an address, not '${peer}'`)
  if (passwordFile === undefined && tokenFile === undefined)
    throw new Error('--peer wants --peer-password-file or --peer-token-file')
  const pids = words['peer-pid']?.split(',').map((text) => numberOf(text, 'peer-pid')) ?? []
  return {
    url: peer.replace(/\/+$/, ''),
    user: words['peer-user'] ?? 'bench',
    ...(passwordFile === undefined ? {} : { passwordFile }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    pids,
    keeps: words.keep,
  }
}

/** Parses names of export formats; all without any. @throws for an unknown one */
function formatsOf(names: string | undefined): ExportFormatName[] {
  const formats = exportFormatNames.filter((name) => names === undefined || names.split(',').includes(name))
  if (names !== undefined && formats.length !== names.split(',').length)
    throw new Error(`--export-formats wants some of ${exportFormatNames.join(',')}, not '${names}'`)
  return formats
}

/** Parses a command line; returns undefined when it requests help. @throws for invalid options */
export function parseOptions(words: string[]): Options | undefined {
  const { values } = parseArgs({
    args: words,
    options: {
      sizes: { type: 'string' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string' },
      'large-item': { type: 'string', default: '5000' },
      'backup-pages': { type: 'string', default: '100000' },
      'backup-files': { type: 'string', default: '1000' },
      'export-pages': { type: 'string', default: '5000' },
      'export-formats': { type: 'string' },
      peer: { type: 'string' },
      'peer-user': { type: 'string' },
      'peer-password-file': { type: 'string' },
      'peer-token-file': { type: 'string' },
      'peer-pid': { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const peer = peerOf(values)
  const sizes = (values.sizes ?? (peer ? 'S' : 'S,M')).split(',').map(parseSize)
  if (peer && sizes.length > 1) throw new Error('--peer compares at one size')
  const connections = values.connections ?? (peer ? '1,16' : '1,16,64')
  return {
    sizes: sizes.sort((one, other) => pagesOf(one) - pagesOf(other)),
    only: values.only.toLowerCase(),
    seconds: numberOf(values.seconds, 'seconds'),
    connections: connections.split(',').map((text) => numberOf(text, 'connections')),
    largeItemPages: numberOf(values['large-item'], 'large-item'),
    backup: {
      pages: numberOf(values['backup-pages'], 'backup-pages'),
      filesMb: numberOf(values['backup-files'], 'backup-files'),
    },
    exports: {
      pages: numberOf(values['export-pages'], 'export-pages'),
      formats: formatsOf(values['export-formats']),
    },
    ...(peer ? { peer } : {}),
  }
}
