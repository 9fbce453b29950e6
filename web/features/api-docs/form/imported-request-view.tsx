import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { readApi } from './api-source.ts'
import { isBrowserHeader } from './curl.ts'
import { collectFields } from './fields.ts'
import styles from './form.module.css'
import type { ImportedContent, ImportedRequest } from './imported-request.ts'
import { isFault } from './json-source-edit.ts'
import { MethodChip } from './method-chip.tsx'
import { getModeLabel } from './request-tabs.tsx'
import type { NewRow } from './row-edits.ts'

const most = 12

const namesOf = (rows: readonly NewRow[]): string => {
  const names = rows.slice(0, most).map(({ name }) => name)
  return rows.length > most ? `${names.join(', ')}, …` : names.join(', ')
}

function Request({ request, drops }: { request: ImportedRequest; drops: boolean }) {
  const { t } = useTranslation('api-page')
  const headers = request.headers.filter(({ name }) => !drops || !isBrowserHeader(name))
  const parts: [string, readonly NewRow[]][] = [
    [t('request.path'), request.pathVariables ?? []],
    [t('request.query'), request.query],
    [t('request.header'), headers],
    [t('request.cookie'), request.cookies],
  ]
  return (
    <>
      <dl>
        <dt>{t('import.request')}</dt>
        <dd>
          <MethodChip method={request.method} size="s" /> <code>{request.url || t('import.noAddress')}</code>
        </dd>
        {parts.map(
          ([label, rows]) =>
            rows.length > 0 && (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>
                  <code>{namesOf(rows)}</code>
                </dd>
              </div>
            ),
        )}
        {request.mode !== 'none' && (
          <>
            <dt>{t('request.body')}</dt>
            <dd>
              {getModeLabel(request.mode)}{' '}
              <code>{request.form.length > 0 ? namesOf(request.form) : request.body.slice(0, 160)}</code>
            </dd>
          </>
        )}
        {request.auth && (
          <>
            <dt>{t('request.auth')}</dt>
            <dd>{request.auth.type}</dd>
          </>
        )}
      </dl>
      {request.left.length > 0 && <Banner tone="info">{t('import.left', { options: request.left.join('  ') })}</Banner>}
    </>
  )
}

/** Preview of what will be imported into the page. */
export function ImportedRequestView(props: {
  found: ImportedContent
  dropsBrowserHeaders: boolean
  isBlock?: boolean
}) {
  const { found, dropsBrowserHeaders, isBlock = false } = props
  const { t } = useTranslation('api-page')
  const inside = () => {
    if (found.kind === 'curl' || found.kind === 'operation')
      return <Request request={found.request} drops={dropsBrowserHeaders} />
    if (found.kind === 'answer')
      return <p>{t('import.foundAnswer', { count: collectFields(JSON.parse(found.text)).length })}</p>
    const read = found.kind === 'api' ? readApi(found.text) : undefined
    return read && !isFault(read) ? (
      <p>
        <MethodChip method={read.doc.method || read.doc.type} size="s" /> <code>{read.doc.url}</code>
        {!isBlock && ` — ${t('import.foundPage')}`}
      </p>
    ) : null
  }
  return (
    <section className={styles.found} aria-label={t('import.found')}>
      <h3 className={styles.heading}>{t('import.found')}</h3>
      {inside()}
    </section>
  )
}
