// The public API of audit. Any new name here is a promise.
export { type AuditLog, auditLog } from "./audit-log.js";
export { type Fault, faults } from "./chain/faults.js";
export { type Verdict, type VerifyOptions, verifyLog } from "./chain/verify.js";
export { type Checkpoint, checkpointKeys, checkpointOf, isSignedBy } from "./checkpoint/checkpoint.js";
export type { CheckpointOptions } from "./checkpoint/checkpointing.js";
export type { Body } from "./entry/body.js";
export { isCommitmentTo, type SecretCommitments, saltOf } from "./entry/commitments.js";
export { type EncryptionKey, type Opened, openBody } from "./entry/encryption.js";
export type { Entry, Kind, SealedBody } from "./entry/entry.js";
export type { Json } from "./entry/json.js";
export { type ChainedEntry, headOf, readEntry } from "./entry/read-entry.js";
export type { AuditOptions } from "./options.js";
export { type Made, makeReceipt } from "./receipt/make-receipt.js";
export type { Disclosed, Receipt } from "./receipt/receipt.js";
export { type ProvedEntry, type ReceiptVerdict, receiptProblems, verifyReceipt } from "./receipt/verify-receipt.js";
export type { Head, Recovered, Seal, Sink } from "./sink.js";
export { type FileSinkOptions, fileSink } from "./sinks/file/file-sink.js";
