import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import type { CallResponse } from './atoms.ts'
import styles from './call.module.css'
import { CodeView } from './code-view.tsx'
import { type BodyView, getBodyViews, getLanguage, getMediaType, toInertHtml } from './content.ts'
import type { MatchHighlighter } from './find.ts'
import { FindBar } from './find-bar.tsx'
import { formatJson } from './format-body.ts'
import { JsonText } from './json-text.ts'
import { JsonTree } from './json-tree.tsx'

/** Body of a response: formatted, raw, or rendered. HTML is rendered without any of its scripts. */
export function ResponseBody({ answer }: { answer: CallResponse }) {
  const { t } = useTranslation('api-call')
  const language = getLanguage(answer)
  const isJson = language === 'json' && !answer.is_base64
  const json = useMemo(() => (isJson ? JsonText.of(answer.content) : undefined), [answer, isJson])
  const looks: BodyView[] = [...(json ? ['tree' as const] : []), ...getBodyViews(answer)]
  const [chosen, setLook] = useState<BodyView>()
  const look = chosen && looks.includes(chosen) ? chosen : looks[0]
  const drawing = useRef<MatchHighlighter>(null)
  const code = useMemo(
    () => (look === 'pretty' && isJson ? (formatJson(answer.content) ?? answer.content) : answer.content),
    [answer, look, isJson],
  )
  if (answer.content === '') return <p className={styles.note}>{t('nothing')}</p>
  if (look === undefined) return <p className={styles.note}>{t('binary')}</p>
  return (
    <div className={styles.content}>
      {looks.length > 1 && (
        <div className={styles.looks}>
          <span className={styles.look}>
            <Select
              size="s"
              aria-label={t('look.label')}
              value={look}
              options={looks.map((value) => ({ value, label: t(`look.${value}`) }))}
              onValue={setLook}
            />
          </span>
          {look !== 'preview' && (
            <FindBar drawingOf={() => drawing.current} text={look === 'tree' && json ? json.text : code} />
          )}
        </div>
      )}
      {look === 'tree' && json && <JsonTree json={json} label={t('answer')} ref={drawing} />}
      {(look === 'pretty' || look === 'raw') && (
        <CodeView key={look} code={code} language={look === 'raw' ? '' : language} label={t('answer')} ref={drawing} />
      )}
      {look === 'preview' &&
        (answer.is_base64 ? (
          <img
            className={styles.picture}
            src={`data:${getMediaType(answer)};base64,${answer.content}`}
            alt={t('picture')}
          />
        ) : (
          <iframe className={styles.page} sandbox="" title={t('look.preview')} srcDoc={toInertHtml(answer.content)} />
        ))}
    </div>
  )
}
