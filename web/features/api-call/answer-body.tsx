import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import type { CallAnswer } from './atoms.ts'
import styles from './call.module.css'
import { CodeView } from './code-view.tsx'
import { type Look, languageOf, looksOf, mediaOf, stillPage } from './content.ts'
import { FindBar } from './find-bar.tsx'
import { pretty } from './pretty.ts'

/** The content of an answer: laid out, as it came, or as what it is. A page is drawn without any of its scripts. */
export function AnswerBody({ answer }: { answer: CallAnswer }) {
  const { t } = useTranslation('api-call')
  const looks = looksOf(answer)
  const [chosen, setLook] = useState<Look>('pretty')
  const look = looks.includes(chosen) ? chosen : looks[0]
  const code = useRef<HTMLElement>(null)
  const language = languageOf(answer)
  const laidOut = useMemo(
    () => (language === 'json' && !answer.is_base64 ? (pretty(answer.content) ?? answer.content) : answer.content),
    [answer, language],
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
            <FindBar boxOf={() => code.current} text={look === 'raw' ? answer.content : laidOut} />
          )}
        </div>
      )}
      {look === 'pretty' && <CodeView key="pretty" code={laidOut} language={language} label={t('answer')} ref={code} />}
      {look === 'raw' && <CodeView key="raw" code={answer.content} language="" label={t('answer')} ref={code} />}
      {look === 'preview' &&
        (answer.is_base64 ? (
          <img className={styles.picture} src={`data:${mediaOf(answer)};base64,${answer.content}`} alt={t('picture')} />
        ) : (
          <iframe className={styles.page} sandbox="" title={t('look.preview')} srcDoc={stillPage(answer.content)} />
        ))}
    </div>
  )
}
