"""The same cluster with Kerberos: a key distribution centre on loopback, a principal for the daemons and two for people."""
import os
from cluster import Cluster, PORT

REALM = "VARVE.TEST"
DAEMON, WRITER, READER = (f"{name}@{REALM}" for name in ("hadoop/localhost", "writer", "reader"))


class SecuredCluster(Cluster):
    """Whoever is not the daemons has the ticket of the environment variables KRB5PRINCIPAL and KRB5KEYTAB, the writer's unless given."""

    def __init__(self, work):
        super().__init__(work)
        self.kdc = self.work / "kdc"
        self.keytab, self.krb5 = self.kdc / "keytab", self.kdc / "krb5.conf"

    def daemons(self):
        self.kdc.mkdir(parents=True, exist_ok=True)
        (self.kdc / "properties").write_text(f"org.name=VARVE\norg.domain=TEST\nkdc.bind.address=127.0.0.1\nkdc.port={PORT + 90}\n"
                                             "kdc.tcp.port=%d\n" % (PORT + 90))
        yield "kdc", "org.apache.hadoop.minikdc.MiniKdc", {}
        yield from super().daemons()

    def arguments(self, name, settings):
        if name != "kdc":
            return super().arguments(name, settings)
        return [str(self.kdc), str(self.kdc / "properties"), str(self.keytab), *(one.split("@")[0] for one in (DAEMON, WRITER, READER))]

    def is_up(self, name):
        return name != "kdc" or self.keytab.exists() and self.krb5.exists()

    def java_options(self):
        return [f"-Djava.security.krb5.conf={self.krb5}", *super().java_options()]

    def environment(self):
        return {"KRB5PRINCIPAL": WRITER, "KRB5KEYTAB": str(self.keytab), "SPARK_SUBMIT_OPTS": f"-Djava.security.krb5.conf={self.krb5}",
                **super().environment()}

    def sites(self):
        sites = super().sites()
        sites["core-site"] |= {"hadoop.security.authentication": "kerberos", "hadoop.security.authorization": "true"}
        sites["hdfs-site"] |= {
            "dfs.namenode.kerberos.principal": DAEMON, "dfs.namenode.keytab.file": self.keytab,
            "dfs.datanode.kerberos.principal": DAEMON, "dfs.datanode.keytab.file": self.keytab,
            "dfs.web.authentication.kerberos.principal": DAEMON, "dfs.web.authentication.kerberos.keytab": self.keytab,
            "dfs.permissions.enabled": "true", "dfs.namenode.acls.enabled": "true", "dfs.block.access.token.enable": "true",
            "ignore.secure.ports.for.testing": "true"}
        sites["yarn-site"] |= {
            "yarn.resourcemanager.principal": DAEMON, "yarn.resourcemanager.keytab": self.keytab,
            "yarn.nodemanager.principal": DAEMON, "yarn.nodemanager.keytab": self.keytab}
        return sites

    def start(self):
        self.fetch()
        self.write_conf()
        self.start_one("kdc")
        super().start()
        self.hdfs("-chmod", "1777", "/", principal=DAEMON)
        for name in ("writer", "reader"):
            self.hdfs("-mkdir", "-p", f"/user/{name}", principal=DAEMON)
            self.hdfs("-chown", name, f"/user/{name}", principal=DAEMON)

    def hdfs(self, *words, principal=WRITER):
        os.environ["KRB5PRINCIPAL"] = principal
        return super().hdfs(*words)

    def submit_options(self, mode):
        options = super().submit_options(mode)
        for process in ("driver", "executor"):
            options[f"spark.{process}.extraJavaOptions"] += f" -Djava.security.krb5.conf={self.krb5}"
        options["spark.yarn.am.extraJavaOptions"] = f"-Djava.security.krb5.conf={self.krb5}"
        login = self.environment()
        return options | {"spark.kerberos.principal": login["KRB5PRINCIPAL"], "spark.kerberos.keytab": login["KRB5KEYTAB"]}
