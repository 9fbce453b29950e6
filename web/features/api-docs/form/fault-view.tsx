import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBox, type CodeBoxHandle } from './code-box.tsx'
import styles from './form.module.css'
import type { Fault } from './json-edit.ts'

/** Source editor for an API page that the form cannot show, with the fault and its position. */
export function FaultView(props: {
  text: string
  fault: Fault | undefined
  onText: (text: string) => void
  onForm: () => void
}) {
  const { text, fault, onText, onForm } = props
  const { t } = useTranslation('api-page')
  const box = useRef<CodeBoxHandle>(null)
  const first = useRef(fault)
  useEffect(() => {
    if (first.current) box.current?.goTo(first.current.line, first.current.column)
  }, [])
  return (
    <div className={styles.source}>
      {fault ? (
        <Banner
          tone="warn"
          action={
            <Button size="s" onClick={() => box.current?.goTo(fault.line, fault.column)}>
              {t('json.show')}
            </Button>
          }
        >
          {t(`fault.${fault.kind}`, { line: fault.line, column: fault.column, name: fault.name })}
        </Banner>
      ) : (
        <Banner
          tone="ok"
          action={
            <Button size="s" onClick={onForm}>
              {t('fault.form')}
            </Button>
          }
        >
          {t('fault.mended')}
        </Banner>
      )}
      <CodeBox
        label={t('fault.source')}
        value={text}
        onValue={onText}
        mark=""
        ref={box}
        isInvalid={fault !== undefined}
      />
    </div>
  )
}
