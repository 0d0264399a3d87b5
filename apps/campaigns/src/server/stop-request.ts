const interrupted = 130;

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once: a stop must not hang. */
export function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    let requested = false;
    const stop = () => {
      if (requested) process.exit(interrupted);
      requested = true;
      resolve();
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}
