import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { importSite, type SiteImport, type SiteReport } from '#src/features/showdoc-import/index.ts'
import type { TestApp } from '#tests/support/app.ts'

/** A copy of the sample site that a test may change. */
export interface SiteCopy {
  folder: string
  database: string
  uploads: string
  /** Changes the site's database. */
  change(run: (sqlite: Database.Database) => void): void
  rows(statement: string): Record<string, unknown>[]
}

/** Copies the sample site. Its sessions and links end long after the test, whenever that is. */
export function copySite({ isKept = false } = {}): SiteCopy {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-showdoc-'))
  if (!isKept) onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, '../../../fixtures/showdoc-site'), folder, { recursive: true })
  const database = join(folder, 'Sqlite', 'showdoc.db.php')
  const site: SiteCopy = {
    folder,
    database,
    uploads: join(folder, 'Public', 'Uploads'),
    change(run) {
      const sqlite = new Database(database)
      try {
        run(sqlite)
      } finally {
        sqlite.close()
      }
    },
    rows(statement) {
      const sqlite = new Database(database, { readonly: true })
      try {
        return sqlite.prepare(statement).all() as Record<string, unknown>[]
      } finally {
        sqlite.close()
      }
    },
  }
  site.change((sqlite) => {
    sqlite.exec('UPDATE user_token SET token_expire = unixepoch() + 86400')
    sqlite.exec('UPDATE single_page SET expire_time = unixepoch() + 86400 WHERE expire_time > 0')
  })
  return site
}

/** Imports a copy into the data folder of an app, next to its running server. */
export const importCopy = (app: TestApp, site: SiteCopy, given: Partial<SiteImport> = {}): Promise<SiteReport> =>
  importSite(
    {
      data: app.data,
      source: site.database,
      uploads: site.uploads,
      time_zone: 'Asia/Shanghai',
      join_users: false,
      allow_newer: false,
      is_dry: false,
      job_id: undefined,
      ...given,
    },
    () => undefined,
  )

/** Returns a text as ShowDoc's own page shows it, computed independently of the product. */
export function shown(stored: string): string {
  let text = stored
  if (/^eN[A-Za-z0-9+/]+=*$/.test(stored)) text = inflateSync(Buffer.from(stored, 'base64')).toString()
  if (/^[{[]/.test(text) && !text.includes('&quot;')) return text
  for (const [entity, sign] of [
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&#039;', "'"],
    ['&#39;', "'"],
    ['&amp;', '&'],
  ] as const)
    text = text.replaceAll(entity, sign)
  return text
}

/** A response to a request whose path is sent as it is: `fetch` would resolve the dots in it. */
export function getRaw(url: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; body: Buffer; location: string; type: string }>((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks),
          location: response.headers.location ?? '',
          type: response.headers['content-type'] ?? '',
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}
