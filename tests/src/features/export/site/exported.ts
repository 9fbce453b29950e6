import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import type { User } from '#src/access/caller.ts'
import { requireItem } from '#src/access/permissions.ts'
import { prepareSite } from '#src/features/export/site/parts.ts'
import { type ExportScope, readExportSource } from '#src/features/export/source.ts'
import { writeExport } from '#src/features/export/worker-client.ts'
import type { ExportNote } from '#src/features/export/worker-message.ts'
import type { TestApp } from '#tests/support/app.ts'

/** How a site is exported. */
export interface SiteOptions {
  scope?: Partial<ExportScope>
  lang?: 'en' | 'zh'
  base_address?: string
  who?: string
}

/** Exports a site as `who` could, and returns its files. */
export async function exportedSite(
  { app, uid }: TestApp,
  item_id: number,
  { scope = {}, lang = 'en', base_address = '', who = 'owner' }: SiteOptions = {},
): Promise<{ files: Map<string, Buffer>; textOf(name: string): string; notes: ExportNote[] }> {
  const user = { uid: uid(who), username: who, name: who, groupid: 2 } as User
  const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '127.0.0.1' }
  const item = await requireItem(app, visitor, item_id, 'edit')
  const by = { app, user, visitor, item, ip: '127.0.0.1', detail: 'site' }
  const path = join(tmpdir(), `docstead-site-${process.pid}-${item_id}-${Math.random()}.zip`)
  try {
    const source = await readExportSource(by, { cat_id: 0, page_id: 0, ...scope })
    const notes = await writeExport(path, prepareSite(by, { ...source, base_address }, lang))
    const entries = Object.entries(unzipSync(readFileSync(path)))
    const files = new Map(entries.map(([name, bytes]) => [name, Buffer.from(bytes)]))
    const textOf = (name: string) => {
      const bytes = files.get(name)
      if (!bytes) throw new Error(`no ${name} among ${[...files.keys()].slice(0, 50).join(', ')}`)
      return bytes.toString()
    }
    return { files, textOf, notes }
  } finally {
    rmSync(path, { force: true })
  }
}
