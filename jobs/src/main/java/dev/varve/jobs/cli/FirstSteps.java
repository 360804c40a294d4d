package dev.varve.jobs.cli;

/** The text that the program prints when it is started without a verb. */
final class FirstSteps {
  static final String TEXT =
      """
      Varve answers what deduplication would do for registries and VM backups, from their own data.

      Try it on synthetic data:
        varve demo

      Your registry: first an estimate from a tenth of the bytes, then exact figures:
        varve estimate registry /var/lib/registry
        varve ingest registry /var/lib/registry --warehouse /data/w --report

      Your VMs:
        varve ingest snapshots /backups/vms --warehouse /data/v --report
        varve simulate backup --warehouse /data/v

      Then query what is in the warehouse:
        varve report --list
        varve report dedup-summary --warehouse /data/w

      Help: varve --help lists the verbs, varve VERB --help shows one. Guide: docs/getting-started.md
      """;

  private FirstSteps() {}
}
