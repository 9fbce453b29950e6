import type { useTranslation } from 'react-i18next'

/** The texts that are added to a document's own. */
export interface MarkdownTexts {
  copy: string
  copied: string
  copySource: string
  wrap: string
  code: string
  headingLink: string
  toc: string
  footnotes: string
  footnoteBack: string
  table: string
  diagram: string
  diagramFailed: string
  formulaFailed: string
  openImage: string
  closeImage: string
  saveImage: string
  previousImage: string
  nextImage: string
  newTab: string
  callouts: Record<string, string>
}

/** Returns these texts in the language of the interface. */
export function markdownTexts(t: ReturnType<typeof useTranslation<'markdown'>>['t']): MarkdownTexts {
  return {
    copy: t('code.copy'),
    copied: t('code.copied'),
    copySource: t('code.copySource'),
    wrap: t('code.wrap'),
    code: t('code.label'),
    headingLink: t('heading.link'),
    toc: t('toc'),
    footnotes: t('footnotes.title'),
    footnoteBack: t('footnotes.back'),
    table: t('table'),
    diagram: t('diagram.label'),
    diagramFailed: t('diagram.failed'),
    formulaFailed: t('formula.failed'),
    openImage: t('picture.open'),
    closeImage: t('picture.close'),
    saveImage: t('picture.save'),
    previousImage: t('picture.previous'),
    nextImage: t('picture.next'),
    newTab: t('newTab'),
    callouts: {
      note: t('callout.note'),
      tip: t('callout.tip'),
      important: t('callout.important'),
      warning: t('callout.warning'),
      danger: t('callout.danger'),
    },
  }
}
