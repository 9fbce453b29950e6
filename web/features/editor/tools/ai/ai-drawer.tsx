import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Field } from '#web/ui/field.tsx'
import { SendIcon, StopIcon } from '#web/ui/icons.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from '../page-helpers.module.css'
import { type AiSources, aiAtom, clearAiAtom, requestAiAtom, sourcesAtom, stopAiAtom } from './ai-atoms.ts'
import { AiResponse } from './ai-response.tsx'
import { type AiAction, aiActions, isCut } from './prompts.ts'

type About = 'selection' | 'page' | 'none'

/** Generates text by the AI service: continues, improves, shortens, translates, or follows an instruction. */
export function AiDrawer({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const { isBusy, text } = useAtomValue(aiAtom)
  const ask = useSetAtom(requestAiAtom)
  const stop = useSetAtom(stopAiAtom)
  const clear = useSetAtom(clearAiAtom)
  const readSources = useSetAtom(sourcesAtom)
  const [sources] = useState<AiSources>(() => readSources())
  const [about, setAbout] = useState<About>(sources.selection ? 'selection' : sources.page.trim() ? 'page' : 'none')
  const [wish, setWish] = useState('')
  const [error, setError] = useState<LocalizedText>()
  const [last, setLast] = useState<AiAction>('free')
  useEffect(() => () => clear(), [clear])
  const source = about === 'selection' ? sources.selection : about === 'page' ? sources.page : ''
  const start = (deed: AiAction) => {
    if (isBusy) return
    if (deed === 'free' && wish.trim() === '')
      return setError(localized(() => i18next.t('page-helpers:ai.wishMissing')))
    setLast(deed)
    const isGoingOn = deed === 'continue' && about === 'page'
    void ask({ action: deed, instruction: wish, title, text: isGoingOn ? sources.before : source, lang: currentLang() })
  }
  const options = [
    ...(sources.selection
      ? [{ value: 'selection' as const, label: t('ai.about.selection', { count: sources.selection.length }) }]
      : []),
    ...(sources.page.trim()
      ? [{ value: 'page' as const, label: t('ai.about.page', { count: sources.page.length }) }]
      : []),
    { value: 'none' as const, label: t('ai.about.none') },
  ]
  return (
    <Drawer open onClose={onClose} title={t('ai.title')}>
      <div className={styles.column}>
        {options.length > 1 && (
          <RadioGroup label={t('ai.about.label')} options={options} value={about} onValue={setAbout} />
        )}
        {isCut(source) && <p className={styles.hint}>{t('ai.cut')}</p>}
        {about !== 'none' && (
          <fieldset className={styles.row} aria-label={t('ai.deeds')}>
            {aiActions.map((deed) => (
              <Button key={deed} size="s" disabled={isBusy} onClick={() => start(deed)}>
                {t(`ai.deed.${deed}`)}
              </Button>
            ))}
          </fieldset>
        )}
        <Field label={t('ai.wish')} error={error?.text} help={t('ai.wishHelp')}>
          <Textarea
            rows={3}
            value={wish}
            maxLength={4000}
            onValue={(value) => {
              setWish(value)
              setError(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
              event.preventDefault()
              start('free')
            }}
            placeholder={t('ai.wishExample')}
          />
        </Field>
        <div className={styles.row}>
          {isBusy ? (
            <Button icon={<StopIcon />} onClick={() => stop()}>
              {t('ai.stop')}
            </Button>
          ) : (
            <Button variant={text === '' ? 'primary' : 'default'} icon={<SendIcon />} onClick={() => start('free')}>
              {t('ai.write')}
            </Button>
          )}
        </div>
        <AiResponse hasSelection={about === 'selection'} onAgain={() => start(last)} onClose={onClose} />
      </div>
    </Drawer>
  )
}
