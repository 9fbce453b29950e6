import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { accepts } from './respond.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

interface WebFile {
  type: string
  etag: string
  /**
   * Returns the uncompressed content; decompressed from the compressed file when that is all there is, as in the
   * executable. Hardly any client requests it.
   */
  plain(): Buffer
  br: Buffer | undefined
  /**
   * Returns the gzip content; compressed again when the executable contains the file only as brotli, as it does the
   * largest.
   */
  gzip(): Buffer | undefined
  /** True when the name contains a hash of the content. */
  forever: boolean
}

/** What the web build writes to `manifest.json`. */
interface WebManifest {
  entry: { js: string; css: string; preload: string[] }
  /** The modules that chunks import by a bare name, with their paths. */
  modules: Record<string, string>
  styles: Record<string, string>
  /** The chunk of each language. */
  languages: Record<string, string>
  /** The chunk of each language with the texts of all screens but Admin. */
  screenTexts: Record<string, string>
  /** The chunks of each screen in addition to those of the entry. */
  screens: Record<string, string[]>
}

/**
 * Returns the relative paths of all files under `folder`. Reads plain names, because a folder inside the executable
 * supports nothing else.
 */
const filesIn = (folder: string, below = ''): string[] =>
  readdirSync(join(folder, below)).flatMap((name) => {
    const path = join(below, name)
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path]
  })

const hashed = /-[A-Z0-9]{8}\.\w+$/

/**
 * The files of the web bundle: a fixed table of names, so that no request reaches other files; each file is read once,
 * when it is first requested.
 */
export class StaticFiles {
  readonly manifest: WebManifest
  /** The script that sets theme and language before the first paint. */
  readonly firstPaint: string
  readonly #folder: string
  readonly #names: ReadonlySet<string>
  readonly #files = new Map<string, WebFile>()

  constructor(folder: string) {
    this.#folder = folder
    this.manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as WebManifest
    this.#names = new Set(filesIn(folder).map((name) => name.split(sep).join('/')))
    // compressed inside the executable, like every larger file
    this.firstPaint = String(this.#file('first-paint.js')?.plain() ?? '')
  }

  #read(name: string): Buffer | undefined {
    return this.#names.has(name) ? readFileSync(join(this.#folder, name)) : undefined
  }

  #file(name: string): WebFile | undefined {
    const known = this.#files.get(name)
    if (known) return known
    const type = types[extname(name)]
    if (type === undefined || name === 'manifest.json') return undefined
    let gzip = this.#read(`${name}.gz`)
    const br = this.#read(`${name}.br`)
    if (!this.#names.has(name) && !gzip && !br) return undefined
    const plain = () => this.#read(name) ?? (gzip ? gunzipSync(gzip) : br ? brotliDecompressSync(br) : Buffer.alloc(0))
    const file: WebFile = {
      type,
      plain,
      br,
      gzip() {
        if (!gzip && br) gzip = gzipSync(plain())
        return gzip
      },
      etag: `"${createHash('sha256')
        .update(gzip ?? br ?? plain())
        .digest('base64url')
        .slice(0, 16)}"`,
      forever: hashed.test(name),
    }
    this.#files.set(name, file)
    return file
  }

  /** Responds with the file at `path`; returns false when there is none. */
  serve(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    const file = this.#file(path.slice(1))
    if (!file) return false
    response.setHeader('Content-Type', file.type)
    response.setHeader('ETag', file.etag)
    response.setHeader('Cache-Control', file.forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    response.setHeader('Vary', 'Accept-Encoding')
    if (request.headers['if-none-match'] === file.etag) {
      response.statusCode = 304
      response.end()
      return true
    }
    const br = accepts(request, 'br') ? file.br : undefined
    const gzip = !br && accepts(request, 'gzip') ? file.gzip() : undefined
    if (br) response.setHeader('Content-Encoding', 'br')
    if (gzip) response.setHeader('Content-Encoding', 'gzip')
    const body = br ?? gzip ?? file.plain()
    response.setHeader('Content-Length', body.length)
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
