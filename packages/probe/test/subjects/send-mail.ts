import { once } from "node:events";
import net from "node:net";

/** A mail over a real connection, as a library would send it. */
export async function sendMail(port: number, to: string, subject: string): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "data");
  for (const line of ["EHLO subject", "MAIL FROM:<app@example.test>", `RCPT TO:<${to}>`, "DATA"]) {
    socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  socket.write(`Subject: ${subject}\r\n\r\nHello\r\n.\r\n`);
  await once(socket, "data");
  socket.end("QUIT\r\n");
  await once(socket.resume(), "close");
}
