import { type App, nowSeconds } from '#src/core/app.ts'
import { type Config, getSettingSource } from '#src/core/config.ts'
import { transact } from '#src/db/database.ts'
import { insertAudit } from '#src/features/audit/index.ts'
import { removeForWebhook } from '#src/features/outbox/index.ts'
import { insertWebhook, listStartWebhooks, removeWebhookRow, updateWebhook, type Webhook } from './queries.ts'

/** What webhooks of the start are read from. */
type WithConfig = { config: Pick<Config, 'webhooks'> }

/**
 * Returns a webhook with its address and its secret. Those of the start are in the settings and not in the database, so that
 * no backup has them; one that is no longer there has none.
 */
export function withAddress<W extends Pick<Webhook, 'is_from_start' | 'webhook_name' | 'url' | 'secret'>>(
  { config }: WithConfig,
  webhook: W,
): W {
  if (!webhook.is_from_start) return webhook
  const { url = '', secret = '' } = config.webhooks.find(({ name }) => name === webhook.webhook_name) ?? {}
  return { ...webhook, url, secret }
}

/** Returns where the settings of the start have a webhook; empty for one of Admin. */
export const startOf = ({ config }: { config: Config }, { is_from_start }: Pick<Webhook, 'is_from_start'>): string =>
  is_from_start ? getSettingSource(config, 'webhooks').source_name : ''

const hostOf = (url: string): string => new URL(url).host

/**
 * Brings the stored webhooks in line with those of the settings of the start. One that the server had switched off is on
 * again: the person who changes the settings has looked at it. One that is no longer there gets nothing any more.
 */
export async function applyStartWebhooks(app: Pick<App, 'config' | 'db' | 'now'>): Promise<void> {
  const wanted = app.config.webhooks
  const stored = await listStartWebhooks(app.db)
  if (wanted.length === 0 && stored.length === 0) return
  const now = nowSeconds(app)
  const by = { uid: 0, username: '', ip: '', object_type: 'setting' } as const
  await transact(app.db, async (tx) => {
    for (const { webhook_id, webhook_name } of stored) {
      if (wanted.some(({ name }) => name === webhook_name)) continue
      await removeForWebhook(tx, webhook_id)
      await removeWebhookRow(tx, webhook_id)
      await insertAudit(tx, { ...by, action: 'webhookRemoved', detail: webhook_name }, now)
    }
    for (const { name, url, format, events, lang } of wanted) {
      const row = { format, events: events.join(','), lang: lang ?? app.config.language, is_open: 1, closed_reason: '' }
      const former = stored.find(({ webhook_name }) => webhook_name === name)
      if (former) {
        const isSame = Object.entries(row).every(([column, value]) => former[column as keyof typeof row] === value)
        if (!isSame) await updateWebhook(tx, former.webhook_id, { ...row, fail_since: 0 })
        continue
      }
      const place = { scope: 'site', scope_id: 0, uid: null, is_from_start: 1 } as const
      await insertWebhook(tx, { ...place, ...row, webhook_name: name, url: '', addtime: now })
      await insertAudit(tx, { ...by, action: 'webhookAdded', detail: `${name}, ${hostOf(url)}` }, now)
    }
  })
}
