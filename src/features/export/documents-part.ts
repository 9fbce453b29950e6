// What Word documents and PDF files need alone: fonts, formulas, drawings. A bundle of its own beside the worker.
export { WordDocument } from './docx/document.ts'
export { PdfFile } from './pdf/document.ts'
