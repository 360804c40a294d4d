package dev.varve.synthetic.content;

/** The processors that synthetic images are made for, as OCI names them. */
public enum Architecture {
  AMD64("amd64", ContentKind.ELF_AMD64),
  ARM64("arm64", ContentKind.ELF_ARM64);

  private final String label;
  private final ContentKind programs;

  Architecture(String label, ContentKind programs) {
    this.label = label;
    this.programs = programs;
  }

  public String label() {
    return label;
  }

  ContentKind programs() {
    return programs;
  }
}
