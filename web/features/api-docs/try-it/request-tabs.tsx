import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { BodyEditor } from './body-editor.tsx'
import type { BuiltRequest, RequestTarget } from './build-request.ts'
import styles from './call.module.css'
import { CodeSamples } from './code-samples.tsx'
import type { Draft, DraftRow } from './draft.ts'
import { RowTable } from './row-table.tsx'

type TabId = 'params' | 'headers' | 'cookies' | 'body' | 'code'

const countOn = (rows: readonly DraftRow[]) => rows.filter(({ isOn, name }) => isOn && name !== '').length

/** Tabs with the parts of the request and its code samples. */
export function RequestTabs(props: {
  draft: Draft
  onDraft: (draft: Draft) => void
  place: RequestTarget
  built: BuiltRequest
}) {
  const { draft, onDraft, place, built } = props
  const { t } = useTranslation('api-call')
  const [tab, setTab] = useState<TabId>(draft.bodyKind === 'none' ? 'params' : 'body')
  const counts: Partial<Record<TabId, number>> = {
    params: countOn(draft.path) + countOn(draft.query),
    headers: countOn(draft.headers),
    cookies: countOn(draft.cookies),
  }
  const tabs = (['params', 'headers', 'cookies', 'body', 'code'] as const).map((id) => {
    const count = counts[id]
    return { id, label: t(`tab.${id}`), ...(count ? { count } : {}) }
  })
  return (
    <Tabs label={t('tabs')} tabs={tabs} value={tab} onValue={setTab}>
      <div className={styles.panel}>
        {tab === 'params' && (
          <>
            {draft.path.length > 0 && (
              <>
                <h3 className={styles.head}>{t('path')}</h3>
                <RowTable
                  label={t('path')}
                  rows={draft.path}
                  place={place}
                  isFixed
                  onRows={(path) => onDraft({ ...draft, path })}
                />
                <h3 className={styles.head}>{t('query')}</h3>
              </>
            )}
            <RowTable
              label={t('query')}
              rows={draft.query}
              place={place}
              onRows={(query) => onDraft({ ...draft, query })}
            />
          </>
        )}
        {(tab === 'headers' || tab === 'cookies') && (
          <RowTable
            label={t(`tab.${tab}`)}
            rows={draft[tab]}
            place={place}
            onRows={(rows) => onDraft({ ...draft, [tab]: rows })}
          />
        )}
        {tab === 'body' && <BodyEditor draft={draft} onDraft={onDraft} place={place} />}
        {tab === 'code' && <CodeSamples built={built} />}
      </div>
    </Tabs>
  )
}
