"""Puts registry/ and vms/ of a folder into bucket varve of an S3 server. Usage: put_s3.py ENDPOINT FOLDER"""
import os, pathlib, sys, time
import boto3, botocore.exceptions

endpoint, folder = sys.argv[1], pathlib.Path(sys.argv[2])
client = boto3.client("s3", endpoint_url=endpoint, aws_access_key_id="varve", aws_secret_access_key="loopback", region_name="us-east-1")
for _ in range(60):
    try:
        client.create_bucket(Bucket="varve")
        break
    except botocore.exceptions.EndpointConnectionError:
        time.sleep(0.5)
for top in ("registry", "vms"):
    for path in (folder / top).rglob("*"):
        if path.is_file():
            client.upload_file(str(path), "varve", os.fspath(path.relative_to(folder)))
