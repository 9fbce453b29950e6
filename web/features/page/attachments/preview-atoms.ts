import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { toResult } from './atoms.ts'
import { type AnyFile, decodeText, getFileSign } from './files.ts'

const bytesOf = async (file: AnyFile) =>
  new Uint8Array(await (await api.attachment.visitFile({ sign: getFileSign(file.url) })).arrayBuffer())

/** The text of a file; read it under Suspense. */
export const textAtom = (file: AnyFile) =>
  atom(() => toResult(bytesOf(file).then((bytes) => ({ text: decodeText(bytes) }))))

// The server sends a PDF only as a download: browsers do not display one in the sandbox of uploaded files.
const pdfAddress = async (file: AnyFile) => ({
  address: URL.createObjectURL(new Blob([await bytesOf(file)], { type: 'application/pdf' })),
})

/** A blob URL of a PDF, to open it in a tab of its own; read it under Suspense. */
export const pdfAtom = (file: AnyFile) => atom(() => toResult(pdfAddress(file)))
