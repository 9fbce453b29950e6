import type { Db } from '#src/db/open.ts'
import { prepared } from '#src/db/prepared.ts'

/** The settings that an administrator changes in the browser. */
export interface SiteOptions {
  site_name: string
  register_open: boolean
  /** 1 landing page, 2 sign-in, 3 jump to `home_item`. Source: specification 2. */
  home_page: string
  home_item: string
  beian: string
  show_watermark: boolean
  /** How many former versions of a page are kept. Source: specification 9. */
  history_version_count: number
}

const allOptions = prepared<Record<never, never>>({ remember: 1 })((db) => db.selectFrom('options').selectAll())

/** The site's settings, each with its default where none is stored. */
export async function readOptions(db: Db): Promise<SiteOptions> {
  const stored = new Map((await allOptions.all(db, {})).map((row) => [row.option_name, row.option_value]))
  return {
    site_name: stored.get('site_name') || 'Docstead',
    register_open: stored.get('register_open') !== '0',
    home_page: stored.get('home_page') || '1',
    home_item: stored.get('home_item') ?? '',
    beian: stored.get('beian') ?? '',
    show_watermark: stored.get('show_watermark') === '1',
    history_version_count: Math.max(1, Number(stored.get('history_version_count')) || 20),
  }
}

/** Stores one setting. */
export const upsertOption = (db: Db, option_name: string, option_value: string) =>
  db
    .insertInto('options')
    .values({ option_name, option_value })
    .onConflict((conflict) => conflict.column('option_name').doUpdateSet({ option_value }))
    .execute()
