import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { zipSync } from 'fflate'
import { type Config, StartError } from '#src/core/config.ts'
import { FetchStatusError, fetchFile } from '#src/core/fetch-file.ts'
import { OutboundError } from '#src/core/safe-fetch.ts'
import { importLimits } from '#src/features/import/index.ts'

/** A file to import, as an upload would bring it. */
interface SourceFile {
  name: string
  bytes: Uint8Array
  /** Paths that were left out: links to other files are not followed. */
  links: string[]
}

const mostBytes = importLimits.filesBytes

/** Folders that hold no documents, however many files they have. */
const ignored = new Set(['.git', '.svn', '.hg', 'node_modules', '.venv', '__pycache__', '.DS_Store'])

/** Returns a folder as an archive. @throws {StartError} importFolderEmpty, importFolderTooLarge */
function readFolder(folder: string): SourceFile {
  const files: Record<string, Uint8Array> = {}
  const links: string[] = []
  let bytes = 0
  let count = 0
  const visit = (path: string, prefix: string): void => {
    for (const name of readdirSync(path).toSorted()) {
      if (ignored.has(name)) continue
      const at = join(path, name)
      const stat = lstatSync(at)
      if (stat.isSymbolicLink()) links.push(prefix + name)
      else if (stat.isDirectory()) visit(at, `${prefix}${name}/`)
      else if (stat.isFile()) {
        bytes += stat.size
        count += 1
        if (bytes > mostBytes || count > importLimits.entries)
          throw new StartError('importFolderTooLarge', { path: folder })
        files[prefix + name] = readFileSync(at)
      }
    }
  }
  visit(folder, '')
  if (count === 0) throw new StartError('importFolderEmpty', { path: folder })
  return { name: `${basename(resolve(folder))}.zip`, bytes: zipSync(files, { level: 0 }), links }
}

const downloadMs = 120_000

/** Downloads a file through the guard for outgoing requests, which checks each redirect. */
async function readAddress(config: Config, address: string): Promise<SourceFile> {
  try {
    const rules = { allow: config.outbound_allow }
    const { name, bytes } = await fetchFile(rules, address, { mostBytes, mostMs: downloadMs })
    return { name, bytes, links: [] }
  } catch (error) {
    const reason =
      error instanceof FetchStatusError
        ? `HTTP ${error.status}`
        : error instanceof OutboundError
          ? error.reason
          : 'badAddress'
    throw new StartError('importUnreachable', { path: address, reason })
  }
}

/**
 * Reads what a command line names: a file, a folder or an address.
 *
 * @throws {StartError} importNoFile, importFolderEmpty, importFolderTooLarge, importUnreachable
 */
export async function readImportSource(config: Config, named: string): Promise<SourceFile> {
  if (/^https?:\/\//i.test(named)) return readAddress(config, named)
  const stat = statSync(named, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return readFolder(named)
  if (!stat?.isFile()) throw new StartError('importNoFile', { path: named })
  if (stat.size > mostBytes) throw new StartError('importFolderTooLarge', { path: named })
  return { name: basename(named), bytes: readFileSync(named), links: [] }
}
