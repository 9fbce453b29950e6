import { sql } from 'kysely'

/**
 * The bytes of the texts of an item's live pages, for a query on `item`. Without the hint SQLite's planner reads the
 * texts instead of the index that has their sizes.
 */
export const textBytes = sql<number>`(
  SELECT coalesce(sum(length(CAST(text.page_content AS BLOB))), 0)
  FROM page CROSS JOIN page_content AS text INDEXED BY page_content_size ON text.page_id = page.page_id
  WHERE page.item_id = item.item_id AND page.is_del = 0
)`
